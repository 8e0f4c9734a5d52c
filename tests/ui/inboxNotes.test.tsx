// @vitest-environment happy-dom
import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import { afterEach, beforeEach, describe, expect, it, onTestFinished, vi } from 'vitest'
import AlarmsRoom from '../../src/alarms/AlarmsRoom.tsx'
import { episode, startInbox, type InboxPlatform } from './inboxWorld.tsx'
import { openPage } from './pageWorld.tsx'

let platform: InboxPlatform
beforeEach(() => {
  platform = startInbox()
})
afterEach(() => {
  vi.unstubAllGlobals()
  vi.restoreAllMocks()
})

const posts = () => platform.sent.filter(({ method }) => method === 'POST')
const detail = () => within(document.querySelector<HTMLElement>('[data-part=detail]') as HTMLElement)

describe('alarm comment', () => {
  /** The uploaded pictures in order; each is answered with a path. */
  let uploaded: Blob[]
  const takesPictures = (width: number, height: number) => {
    uploaded = []
    vi.stubGlobal('createImageBitmap', (file: File) =>
      file.type === 'image/png'
        ? Promise.resolve({ width, height, close() {} })
        : Promise.reject(new Error('no picture')),
    )
    vi.spyOn(HTMLCanvasElement.prototype, 'toDataURL').mockImplementation(function (this: HTMLCanvasElement, type) {
      return `data:${type};base64,${btoa(`${this.width}x${this.height}`)}`
    })
    const plain = globalThis.fetch
    vi.stubGlobal('fetch', (url: string, init: RequestInit) => {
      if (url !== '/v1/UploadImg') return plain(url, init)
      const picture = (init.body as FormData).get('avatar')
      if (picture instanceof Blob) uploaded.push(picture)
      return Promise.resolve(new Response(JSON.stringify({ code: 200, msg: '', result: { path: '/images/9.jpg' } })))
    })
  }
  const compose = async () => {
    const page = await openPage(AlarmsRoom, '/?detail=1')
    await waitFor(() => expect(document.querySelector('[data-current]')).not.toBeNull())
    fireEvent.keyDown(document.body, { key: 'c' })
    const dialog = within(await screen.findByRole('dialog', { name: /^备注/ }))
    return {
      ...page,
      dialog,
      choose: (type: string) =>
        fireEvent.change(dialog.getByLabelText('图片', { selector: 'input' }), {
          target: { files: [new File(['x'], 'x', { type })] },
        }),
      send: () => fireEvent.click(dialog.getByRole('button', { name: '备注' })),
    }
  }

  it('sends a picture without text, scaled down to 1280 × 960', async () => {
    takesPictures(4000, 3000)
    const { dialog, choose, send } = await compose()
    choose('image/png')
    await dialog.findByRole('img', { name: '图片' })
    send()
    await waitFor(() => expect(posts().map(({ path }) => path)).toEqual(['episodes/1/comment']))
    expect(posts()[0]?.body).toEqual({ picture: '/images/9.jpg', key: expect.any(String) })
    expect(await Promise.all(uploaded.map(async (blob) => [blob.type, await blob.text()]))).toEqual([
      ['image/jpeg', '1280x960'],
    ])
  })

  it('appends the writer’s position below the text', async () => {
    const geolocation = {
      getCurrentPosition: (found: (place: object) => void) =>
        found({ coords: { longitude: 114.5, latitude: 38.04, accuracy: 11.6 } }),
    }
    Object.defineProperty(navigator, 'geolocation', { configurable: true, value: geolocation })
    onTestFinished(() => void Reflect.deleteProperty(navigator, 'geolocation'))
    const { dialog, send } = await compose()
    fireEvent.change(dialog.getByRole('textbox', { name: '备注' }), { target: { value: '井盖开着' } })
    fireEvent.click(dialog.getByRole('button', { name: '我的位置' }))
    send()
    await waitFor(() => expect(posts()[0]?.body['note']).toBe('井盖开着\n位置 114.50000, 38.04000（±12 m）'))
  })

  it('rejects a file that is not a picture and requires text or a picture before sending', async () => {
    takesPictures(100, 100)
    const { dialog, choose, send, toasts } = await compose()
    choose('text/plain')
    await waitFor(() => expect(toasts).toContain('inbox.badPicture'))
    expect(dialog.queryByRole('img')).toBeNull()
    send()
    await dialog.findByRole('alert')
    choose('image/png')
    await dialog.findByRole('img', { name: '图片' })
    fireEvent.click(dialog.getByRole('button', { name: '移除图片' }))
    send()
    expect(dialog.getByRole('alert')).toBeTruthy()
    expect(posts()).toEqual([])
  })

  it('waits for the picture to load and keeps it when the dialog is cancelled and reopened', async () => {
    takesPictures(4000, 3000)
    let decoded = () => {}
    vi.stubGlobal(
      'createImageBitmap',
      () => new Promise((resolve) => (decoded = () => resolve({ width: 4000, height: 3000, close() {} }))),
    )
    const { dialog, choose } = await compose()
    choose('image/png')
    await waitFor(() => expect(dialog.getByRole('button', { name: '备注' })).toHaveProperty('disabled', true))
    decoded()
    await dialog.findByRole('img', { name: '图片' })
    fireEvent.click(dialog.getByRole('button', { name: '取消' }))
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
    fireEvent.keyDown(document.body, { key: 'c' })
    const again = within(await screen.findByRole('dialog', { name: /^备注/ }))
    await again.findByRole('img', { name: '图片' })
    fireEvent.click(again.getByRole('button', { name: '备注' }))
    await waitFor(() => expect(posts()[0]?.body).toMatchObject({ picture: '/images/9.jpg' }))
  })

  it('keeps its picture while offline and sends it when back online', async () => {
    takesPictures(100, 50)
    platform.down = true
    const { dialog, choose, send } = await compose()
    choose('image/png')
    await dialog.findByRole('img', { name: '图片' })
    send()
    await screen.findByText('没有网络，1 步已存，恢复后发送')
    platform.down = false
    globalThis.dispatchEvent(new Event('online'))
    await waitFor(() => expect(posts().at(-1)?.body).toMatchObject({ picture: '/images/9.jpg' }))
    await waitFor(() => expect(screen.queryByText(/没有网络/)).toBeNull())
    expect(await uploaded.at(-1)?.text()).toBe('100x50')
  })
})

describe('earlier alarms of the same rule', () => {
  const HOUR = 3_600_000
  const base = Date.parse('2026-03-10T10:00:00Z')
  const over = (id: number, hours: number, minutes: number, given: object = {}) =>
    episode(id, {
      work: 'closed',
      condition: 'cleared',
      fired_at: base - hours * HOUR,
      cleared_at: base - hours * HOUR + minutes * 60_000,
      peak: 100 + id,
      ...given,
    })

  it('shows count and median duration, links the last three and ignores other rules and devices', async () => {
    platform.rows = [
      episode(1),
      over(11, 2, 10),
      over(12, 24, 30),
      over(13, 48, 50),
      over(14, 72, 55),
      over(15, 1, 600, { threshold_id: 5 }),
      over(16, 1, 600, { device_id: 8 }),
    ]
    const { location } = await openPage(AlarmsRoom, '/?detail=1')
    await screen.findByText(/^此规则近 30 天/)
    expect(detail().getByText(/^此规则近 30 天/).textContent).toBe('此规则近 30 天 5 次 · 中位数 50 分钟')
    const named = detail().getAllByRole('button', { name: /^03-\d\d \d\d:\d\d · / })
    expect(named.map(({ textContent }) => textContent)).toEqual([
      '03-10 08:00 · 111.0 µg/m³',
      '03-09 10:00 · 112.0 µg/m³',
      '03-08 10:00 · 113.0 µg/m³',
    ])
    fireEvent.click(named[1] as HTMLElement)
    await waitFor(() => expect(new URLSearchParams(location.search).get('detail')).toBe('12'))
  })

  it('requests alarms of the same rule and device from 30 days before the alarm', async () => {
    platform.rows = [over(1, 0, 5, { work: 'new' })]
    await openPage(AlarmsRoom, '/?detail=1')
    await screen.findByText('此规则近 30 天 1 次')
    const asked = platform.sent.find(({ query }) => query['threshold_id'] !== undefined)
    expect(asked?.query).toMatchObject({
      state: 'all',
      threshold_id: '4',
      device_id: '7',
      start: String(Date.parse('2026-02-08T00:00:00Z')),
      sort: 'fired_at',
      order: 'desc',
    })
  })

  it('requests nothing when the alarm’s rule was deleted', async () => {
    platform.rows = [episode(1, { threshold_id: null })]
    await openPage(AlarmsRoom, '/?detail=1')
    await waitFor(() => expect(detail().getByRole('heading', { name: '规则 1' })).toBeTruthy())
    await waitFor(() => expect(detail().getByRole('region', { name: '地点' })).toBeTruthy())
    expect(platform.sent.some(({ query }) => query['sort'] === 'fired_at')).toBe(false)
    expect(screen.queryByText(/近 30 天/)).toBeNull()
  })
})
