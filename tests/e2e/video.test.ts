import type { Locator } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { chromiumPath } from '../support/browser.ts'
import { call, tokenOf } from '../support/call.ts'
import { testConsole } from '../support/console.ts'
import { hasFfmpeg, startCamera, type Camera } from '../support/hls.ts'
import { upTo } from '../support/slowness.ts'

const SOON = { timeout: upTo(20_000) }

describe.skipIf(chromiumPath === null || !hasFfmpeg)('video mode', () => {
  const app = testConsole()
  let camera: Camera
  let area: { id: number; project_id: number }
  beforeAll(async () => {
    camera = await startCamera()
    const admin = await tokenOf(app.server.url, 'admin', 'admin123')
    const areas = await call<{ id: number; name: string; project_id: number }[]>(
      app.server.url,
      'GET',
      'godbDistrict',
      { token: admin },
    )
    area = areas.data.find(({ name }) => name === '鹿泉区') ?? { id: 0, project_id: 0 }
    for (const [video_name, path] of [
      ['直播机位', 'live.m3u8'],
      ['录像', 'file.mp4'],
    ] as const) {
      await call(app.server.url, 'POST', 'godbVideoshow', {
        token: admin,
        body: {
          video_name,
          project_id: area.project_id,
          district_id: area.id,
          video_type: 0,
          video_url: `${camera.url}/${path}`,
        },
      })
    }
  })
  afterAll(() => camera?.close())

  const open = (query: string) => app.goOn(`/monitor/data?area=${area.id}${query}`)
  const time = (tile: Locator): Promise<number> =>
    tile.locator('video').evaluate((video) => (video as HTMLVideoElement).currentTime)

  it('plays a live stream and a file from the hosts of their records, and loads nothing for that before', async () => {
    const { page, requests, foreign, problems } = await open('')
    const mode = page.getByRole('radio', { name: '视频' })
    await expect.poll(() => mode.isEnabled(), SOON).toBe(true)
    expect(requests.filter((request) => /hls/.test(request))).toEqual([])
    expect(foreign).toEqual([])
    await mode.click()
    for (const name of ['直播机位', '录像']) {
      const tile = page.getByRole('listitem', { name })
      await expect.poll(() => time(tile), SOON).toBeGreaterThan(0.4)
      await expect.poll(() => tile.innerText(), SOON).toContain('鹿泉区')
    }
    expect(camera.asked.some((path) => path.endsWith('.ts'))).toBe(true)
    expect(foreign.every((address) => address.startsWith(camera.url))).toBe(true)
    expect(problems).toEqual([])
    expect(new URL(page.url()).searchParams.get('mode')).toBe('video')
  })

  it('says that it reconnects while the camera is away, and plays again once it is back', async () => {
    camera.down = true
    const { page } = await open('&mode=video')
    const tile = page.getByRole('listitem', { name: '直播机位' })
    await tile.getByText(/^画面中断，正在重连（第 \d+ 次）$/).waitFor(SOON)
    camera.down = false
    await expect.poll(() => time(tile), { timeout: upTo(40_000) }).toBeGreaterThan(0.4)
    await tile.getByText(/^画面中断/).waitFor({ ...SOON, state: 'hidden' })
  })

  it('stops what is paused by its button, and goes on', async () => {
    const { page } = await open('&mode=video')
    const tile = page.getByRole('listitem', { name: '录像' })
    await expect.poll(() => time(tile), SOON).toBeGreaterThan(0.2)
    await tile.getByRole('button', { name: '暂停: 录像' }).click()
    await tile.getByText('已暂停').waitFor()
    await tile.getByRole('button', { name: '播放: 录像' }).click()
    await tile.getByText('已暂停').waitFor({ state: 'hidden' })
    await expect.poll(() => time(tile), SOON).toBeGreaterThan(0.2)
  })

  it('cannot be chosen where the area has no video', async () => {
    const { page } = await app.goOn('/monitor/data')
    await page.getByRole('treeitem', { name: /^栾城区/ }).click()
    const mode = page.getByRole('radio', { name: '视频' })
    await expect.poll(() => mode.isDisabled(), SOON).toBe(true)
    expect(await mode.getAttribute('title')).toBe('该区域没有视频')
  })
})
