// @vitest-environment happy-dom
import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { isAnnounced, forgetCapabilities } from '../../authProvider/capabilities.ts'
import { episodeOf } from '../../dataProvider/episodes/rows.ts'
import { configureHttp } from '../../dataProvider/http.ts'
import { TellDialog } from '../../src/alarms/inbox/detail/TellDialog.tsx'
import type { PlotHandle } from '../../src/chart/Plot.tsx'
import { episode } from './inboxWorld.tsx'
import { answerCalls, openPage, type PageAnswer, type PageCall } from './pageWorld.tsx'

vi.mock('../../src/chart/picture.ts', () => ({
  pngOf: async () => new Blob(['png'], { type: 'image/png' }),
}))

let known: unknown
let taken: PageAnswer
let sent: PageCall[]
const onClose = vi.fn<() => void>()
beforeEach(() => {
  known = {
    contacts: [
      { id: 1, name: '王工', ways: [1, 3] },
      { id: 3, name: '李工', ways: [3] },
    ],
    channels: [{ id: 7, name: '值班群', kind: 1 }],
    pictures: true,
  }
  taken = { data: {} }
  onClose.mockReset()
  forgetCapabilities()
  sent = answerCalls({
    'GET episodes': () => ({ data: known }),
    'POST episodes': () => taken,
  })
  configureHttp({ token: () => 't', languageTag: () => 'zh-CN', onSignedOut: () => {}, announces: isAnnounced })
})
afterEach(() => {
  vi.unstubAllGlobals()
})

const posts = () => sent.filter(({ method }) => method === 'POST')
const drawn: PlotHandle = { picture: () => document.createElement('canvas'), step: () => null }
const open = async (id: number, curve: PlotHandle | null = null) => {
  const dialog = <TellDialog episode={episodeOf(episode(id))} curve={{ current: curve }} onClose={onClose} />
  const view = await openPage(() => dialog, '/')
  return { ...view, dialog: await screen.findByRole('dialog', { name: /发送给同事/ }) }
}
const choose = async (dialog: HTMLElement, name: string, way: string) =>
  fireEvent.click(within(await within(dialog).findByRole('group', { name })).getByRole('button', { name: way }))

describe('dialog for sending an alarm to colleagues', () => {
  it('sends the selected contacts with their methods, channels and note, and requires a selection', async () => {
    const { dialog, toasts } = await open(1)
    const button = within(dialog).getByRole<HTMLButtonElement>('button', { name: '发送' })
    await within(dialog).findByText('王工')
    expect(button.disabled).toBe(true)
    await choose(dialog, '王工', '短信')
    await choose(dialog, '王工', '邮件')
    await choose(dialog, '王工', '短信')
    await choose(dialog, '值班群', '渠道')
    fireEvent.change(within(dialog).getByLabelText('备注（可不填）'), { target: { value: ' 帮忙看看 ' } })
    fireEvent.click(button)
    await waitFor(() => expect(onClose).toHaveBeenCalled())
    expect(posts().map(({ path, body }) => [path, body])).toEqual([
      [
        'episodes/1/tell',
        { contacts: [{ id: 1, ways: [3] }], channels: [7], note: '帮忙看看', key: expect.stringMatching(/^[\w.-]+$/) },
      ],
    ])
    await waitFor(() => expect(toasts).toContain('inbox.tell.sent'))
  })

  it('shows the rejection, keeps selection and note after closing, and reuses the key of an unchanged retry', async () => {
    taken = { code: 409, msg: '规则已删除' }
    const first = await open(2)
    await choose(first.dialog, '李工', '邮件')
    fireEvent.change(within(first.dialog).getByLabelText('备注（可不填）'), { target: { value: '留言' } })
    fireEvent.click(within(first.dialog).getByRole('button', { name: '发送' }))
    await within(first.dialog).findByText(/规则已删除/)
    expect(onClose).not.toHaveBeenCalled()
    // Sending again repeats the same act; with another note it is another act.
    const send = async (msg: string) => {
      taken = { code: 409, msg }
      fireEvent.click(within(first.dialog).getByRole('button', { name: '发送' }))
      await within(first.dialog).findByText(new RegExp(msg))
    }
    await send('第二次被拒')
    fireEvent.change(within(first.dialog).getByLabelText('备注（可不填）'), { target: { value: '留言' } })
    fireEvent.change(within(first.dialog).getByLabelText('备注（可不填）'), { target: { value: '留言二' } })
    await send('第三次被拒')
    fireEvent.change(within(first.dialog).getByLabelText('备注（可不填）'), { target: { value: '留言' } })
    expect(posts()).toHaveLength(3)
    const [one, two, three] = posts().map(({ body }) => body['key'])
    expect(two).toBe(one)
    expect(three).not.toBe(one)
    first.unmount()
    const { dialog } = await open(2)
    await within(dialog).findByText('李工')
    expect(within(dialog).getByLabelText<HTMLTextAreaElement>('备注（可不填）').value).toBe('留言')
    expect(within(dialog).getByRole<HTMLButtonElement>('button', { name: '发送' }).disabled).toBe(false)
  })

  describe('with a curve', () => {
    let uploads: number
    let failing: boolean
    beforeEach(() => {
      uploads = 0
      failing = false
      const others = globalThis.fetch
      vi.stubGlobal('fetch', (url: string, init: RequestInit) => {
        if (url !== '/v1/UploadImg') return others(url, init)
        uploads++
        const answer = failing ? { code: 413, msg: '图片太大' } : { code: 200, result: { path: '/upload/9.png' } }
        return Promise.resolve(new Response(JSON.stringify(answer)))
      })
    })
    const send = (dialog: HTMLElement) => fireEvent.click(within(dialog).getByRole('button', { name: '发送' }))

    it('uploads the picture once and sends it with every attempt', async () => {
      taken = { code: 409, msg: '规则已删除' }
      const { dialog } = await open(4, drawn)
      await choose(dialog, '值班群', '渠道')
      send(dialog)
      await within(dialog).findByText(/规则已删除/)
      taken = { data: {} }
      send(dialog)
      await waitFor(() => expect(onClose).toHaveBeenCalled())
      expect(posts().map(({ body }) => body['picture'])).toEqual(['/upload/9.png', '/upload/9.png'])
      expect(uploads).toBe(1)
    })

    it('offers and uploads no picture when no recipient can receive one', async () => {
      known = { contacts: [], channels: [{ id: 7, name: '值班群', kind: 1 }], pictures: false }
      const { dialog } = await open(6, drawn)
      await choose(dialog, '值班群', '渠道')
      expect(within(dialog).queryByRole('switch')).toBeNull()
      send(dialog)
      await waitFor(() => expect(onClose).toHaveBeenCalled())
      expect(posts().map(({ body }) => 'picture' in body)).toEqual([false])
      expect(uploads).toBe(0)
    })

    it('shows an upload error, and sends without the picture once it is switched off', async () => {
      failing = true
      const { dialog } = await open(5, drawn)
      await choose(dialog, '值班群', '渠道')
      send(dialog)
      await within(dialog).findByText(/图片太大/)
      expect(posts()).toEqual([])
      fireEvent.click(within(dialog).getByRole('switch', { name: '附上曲线图片' }))
      send(dialog)
      await waitFor(() => expect(onClose).toHaveBeenCalled())
      expect(posts().map(({ body }) => 'picture' in body)).toEqual([false])
    })
  })

  it('shows a message when there are no contacts and channels', async () => {
    known = { contacts: [], channels: [] }
    const { dialog } = await open(3)
    await within(dialog).findByText('没有可以通知的人')
  })
})
