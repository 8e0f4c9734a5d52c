// @vitest-environment happy-dom
import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { episodeOf } from '../../dataProvider/episodes/rows.ts'
import type { PlotHandle } from '../../src/chart/Plot.tsx'
import { Tell } from '../../src/alarms/inbox/detail/Tell.tsx'
import { episode, startInbox } from './inboxWorld.tsx'
import { openPage } from './pageWorld.tsx'

const downloads = vi.hoisted((): string[] => [])
vi.mock('../../src/chart/picture.ts', () => ({
  pngOf: async () => new Blob(['png'], { type: 'image/png' }),
}))
vi.mock('../../src/kit/download.ts', () => ({ download: (name: string) => void downloads.push(name) }))

beforeEach(() => {
  startInbox()
  downloads.length = 0
})
afterEach(() => {
  vi.unstubAllGlobals()
  for (const name of ['share', 'canShare', 'clipboard']) Reflect.deleteProperty(navigator, name)
})

const named: string[] = []
const drawn: PlotHandle = {
  picture: (label) => (named.push(label), document.createElement('canvas')),
  step: () => null,
}
const open = (curve: PlotHandle | null) =>
  openPage(() => <Tell episode={episodeOf(episode(1))} curve={{ current: curve }} />, '/')
const give = (name: string, value: unknown) => Object.defineProperty(navigator, name, { value, configurable: true })
const choose = async (name: string) => {
  fireEvent.click(await screen.findByRole('button', { name: '曲线图片' }))
  fireEvent.click(within(await screen.findByRole('menu')).getByRole('menuitem', { name }))
}

describe('the curve of an alarm as a picture', () => {
  it('goes along with what is shared', async () => {
    const share = vi.fn<(said: ShareData) => Promise<void>>(async () => {})
    give('share', share)
    give('canShare', () => true)
    await open(drawn)
    expect(screen.queryByRole('button', { name: '曲线图片' })).toBeNull()
    fireEvent.click(screen.getByRole('button', { name: '告诉同事' }))
    await waitFor(() => expect(share).toHaveBeenCalled())
    const [said] = share.mock.calls[0] ?? []
    expect(said?.files?.map(({ name, type }) => [name, type])).toEqual([['站 1 1.png', 'image/png']])
    expect(said?.url).toContain('?detail=1')
    expect(named.at(-1)).toBe('站 1 · 规则 1')
  })

  it('is left out where no curve is drawn', async () => {
    const share = vi.fn<(said: ShareData) => Promise<void>>(async () => {})
    give('share', share)
    give('canShare', () => true)
    await open(null)
    fireEvent.click(screen.getByRole('button', { name: '告诉同事' }))
    await waitFor(() => expect(share).toHaveBeenCalled())
    expect(share.mock.calls[0]?.[0]).not.toHaveProperty('files')
  })

  it('is copied or saved where the browser shares no pictures', async () => {
    const items: Record<string, Promise<Blob>>[] = []
    // Called with new: no arrow function.
    vi.stubGlobal('ClipboardItem', function ClipboardItem(item: Record<string, Promise<Blob>>) {
      items.push(item)
    })
    give('clipboard', { write: async () => void (await items[0]?.['image/png']) })
    const { toasts } = await open(drawn)
    await choose('复制图片')
    await waitFor(() => expect(toasts).toContain('inbox.copied'))
    expect((await items[0]?.['image/png'])?.type).toBe('image/png')
    await choose('下载图片')
    await waitFor(() => expect(downloads).toEqual(['站 1 1.png']))
  })

  it('says that there is none', async () => {
    const { toasts } = await open(null)
    await choose('下载图片')
    await waitFor(() => expect(toasts).toContain('inbox.noCurve'))
    expect(downloads).toEqual([])
  })
})
