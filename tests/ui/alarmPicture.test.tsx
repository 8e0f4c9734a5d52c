// @vitest-environment happy-dom
import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { episodeOf } from '../../dataProvider/episodes/rows.ts'
import type { PlotHandle } from '../../src/chart/Plot.tsx'
import { Tell } from '../../src/alarms/inbox/detail/Tell.tsx'
import { episode, startInbox, type InboxPlatform } from './inboxWorld.tsx'
import { openPage } from './pageWorld.tsx'

const downloads = vi.hoisted((): string[] => [])
vi.mock('../../src/chart/picture.ts', () => ({
  pngOf: async () => new Blob(['png'], { type: 'image/png' }),
}))
vi.mock('../../src/kit/download.ts', () => ({ download: (name: string) => void downloads.push(name) }))

let platform: InboxPlatform
beforeEach(() => {
  platform = startInbox()
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
const open = (curve: PlotHandle | null, given: object = {}) =>
  openPage(() => <Tell episode={episodeOf(episode(1, { ...given }))} curve={{ current: curve }} />, '/')
const give = (name: string, value: unknown) => Object.defineProperty(navigator, name, { value, configurable: true })
const choose = async (name: string) => {
  fireEvent.click(await screen.findByRole('button', { name: '曲线图片' }))
  fireEvent.click(within(await screen.findByRole('menu')).getByRole('menuitem', { name }))
}

describe('picture of an alarm curve', () => {
  it('is shared as a PNG file together with the link', async () => {
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

  it('is left out of the shared data when no curve is drawn', async () => {
    const share = vi.fn<(said: ShareData) => Promise<void>>(async () => {})
    give('share', share)
    give('canShare', () => true)
    await open(null)
    fireEvent.click(screen.getByRole('button', { name: '告诉同事' }))
    await waitFor(() => expect(share).toHaveBeenCalled())
    expect(share.mock.calls[0]?.[0]).not.toHaveProperty('files')
  })

  it('is copied or downloaded when the browser cannot share files', async () => {
    const items: Record<string, Promise<Blob>>[] = []
    // Called with new, which an arrow function does not allow.
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

  it('is not downloaded when no curve is drawn; a notice is shown', async () => {
    const { toasts } = await open(null)
    await choose('下载图片')
    await waitFor(() => expect(toasts).toContain('inbox.noCurve'))
    expect(downloads).toEqual([])
  })
})

describe('copied link of an alarm', () => {
  it('contains value, limit and a map link to the device’s position', async () => {
    const positional = JSON.stringify({ maplng: 114.5, maplat: 38.04 })
    platform.devices = [
      { id: 7, sn: 'sn7', name: '站 1', district_id: 3, thre_list: [], nodestatelist: [], positional },
    ]
    const copied: string[] = []
    give('clipboard', { writeText: async (text: string) => void copied.push(text) })
    const { toasts } = await open(null)
    await waitFor(async () => {
      fireEvent.click(await screen.findByRole('button', { name: '复制链接' }))
      expect(copied.at(-1)).toContain('uri.amap.com')
    })
    await waitFor(() => expect(toasts).toContain('inbox.copied'))
    expect(copied.at(-1)?.split('\n')).toEqual([
      expect.stringMatching(/^规则 1 · 站 1 121(\.0)? > 115(\.0)? µg\/m³$/),
      expect.stringMatching(/^https:\/\/uri\.amap\.com\/marker\?position=114\.5,38\.04&/),
      expect.stringMatching(/\?detail=1$/),
    ])
  })

  it('marks the limit of an index rule as an index, next to the value with the node’s unit', async () => {
    const copied: string[] = []
    give('clipboard', { writeText: async (text: string) => void copied.push(text) })
    const limit = { calc: 'index', standard: 'HJ633-2026', com_oper: 0, params_x: 150, params_y: 150 }
    await open(null, { limit, fired_value: 161 })
    fireEvent.click(await screen.findByRole('button', { name: '复制链接' }))
    await waitFor(() => expect(copied[0]).toMatch(/^规则 1 · 站 1 121(\.0)? µg\/m³ 指数 > 150\n/))
  })
})
