import type { Locator } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest'
import { chromiumPath, STILL, walkTo } from '../support/browser.ts'
import { call, makeDevice, pushValue, tokenOf, type TestDevice } from '../support/call.ts'
import { comeBack } from '../support/comeBack.ts'
import { testConsole } from '../support/console.ts'
import { hasFfmpeg, startCamera, type Camera } from '../support/hls.ts'
import { MonitorPage, Shell } from '../support/pages.ts'
import { upTo } from '../support/slowness.ts'

const SOON = { timeout: upTo(15_000) }
/** A place far from the demo's devices. */
const PLACE = { maplng: 114.1, maplat: 37.6 }

describe.skipIf(chromiumPath === null)('live data page', () => {
  const app = testConsole()
  let admin: string
  let station: TestDevice
  let onMap: TestDevice
  beforeAll(async () => {
    const { url } = app.server
    admin = await tokenOf(url, 'admin', 'admin123')
    station = await makeDevice(url, admin)
    onMap = await makeDevice(url, admin, '地图水文站')
    await call(url, 'PUT', `godbDevice/${onMap.id}`, {
      token: admin,
      body: { positional: { String: JSON.stringify(PLACE), Valid: true } },
    })
  })

  /** Must be the first: a page knows only the hosts of videos that existed when it was loaded. */
  describe.skipIf(!hasFfmpeg)('video mode', () => {
    let camera: Camera
    let area: { id: number; project_id: number }
    beforeAll(async () => {
      camera = await startCamera()
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

    const open = (query: string) => app.goOn(`/monitor/data?area=${area.id}${query}`, STILL)
    const time = (tile: Locator): Promise<number> =>
      tile.locator('video').evaluate((video) => (video as HTMLVideoElement).currentTime)

    it('plays a live stream and a file from their hosts, and requests neither player nor hosts before', async () => {
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

    it('shows the reconnect attempts while the camera is down, and resumes playing when it is back', async () => {
      camera.down = true
      // The next test needs it too, also where this one fails.
      onTestFinished(() => void (camera.down = false))
      const { page } = await open('&mode=video')
      const tile = page.getByRole('listitem', { name: '直播机位' })
      await tile.getByText(/^画面中断，正在重连（第 \d+ 次）$/).waitFor(SOON)
      camera.down = false
      await expect.poll(() => time(tile), { timeout: upTo(40_000) }).toBeGreaterThan(0.4)
      await tile.getByText(/^画面中断/).waitFor({ ...SOON, state: 'hidden' })
    })

    it('pauses a video with its button and resumes it', async () => {
      const { page } = await open('&mode=video')
      const tile = page.getByRole('listitem', { name: '录像' })
      await expect.poll(() => time(tile), SOON).toBeGreaterThan(0.2)
      await tile.getByRole('button', { name: '暂停: 录像' }).click()
      await tile.getByText('已暂停').waitFor()
      await tile.getByRole('button', { name: '播放: 录像' }).click()
      await tile.getByText('已暂停').waitFor({ state: 'hidden' })
      await expect.poll(() => time(tile), SOON).toBeGreaterThan(0.2)
    })

    it('is disabled, with the reason as tooltip, when the area has no video', async () => {
      const { page } = await app.goOn('/monitor/data', STILL)
      await page.getByRole('treeitem', { name: /^栾城区/ }).click()
      const mode = page.getByRole('radio', { name: '视频' })
      await expect.poll(() => mode.isDisabled(), SOON).toBe(true)
      expect(await mode.getAttribute('title')).toBe('该区域没有视频')
    })
  })

  describe('live list', () => {
    it('shows three pushed values in turn without a refresh, and stores them in the history', async () => {
      const { page, foreign, problems } = await app.goOn('/monitor/data', STILL)
      const monitor = new MonitorPage(page)
      await monitor.devices.first().waitFor()
      const card: Locator = await monitor.find(station.name)
      // Refreshes stay unanswered until the end: what arrives has come through the feed.
      let answer: () => void = () => {}
      const answered = new Promise<void>((resolve) => (answer = resolve))
      await page.route('**/v1/godbDeviceState*', async (route) => {
        await answered
        await route.continue()
      })
      for (const value of [7.41, 8.52, 9.63]) {
        expect(await pushValue(app.server.url, station.credential, station.sn, station.node, value)).toMatchObject({
          code: 0,
        })
        await card
          .getByText(new RegExp(`${String(value).slice(0, 3)}`))
          .first()
          .waitFor()
      }
      const now = Date.now()
      const rows = await call<{ nodemapid: number; historydata: number }[]>(
        app.server.url,
        'GET',
        `godbAllHistoricaldataById/${station.id}/${now - 120_000}/${now + 1000}`,
        { token: admin },
      )
      const stored = rows.data
        .filter(({ nodemapid }) => nodemapid === station.node)
        .map(({ historydata }) => Number(historydata))
      expect(stored).toEqual(expect.arrayContaining([7.41, 8.52, 9.63]))
      answer()
      await page.unrouteAll({ behavior: 'ignoreErrors' })
      expect(foreign).toEqual([])
      expect(problems).toEqual([])
    })

    it('renders fewer than 60 devices at a time, and others on scrolling', async () => {
      const { page } = await app.goOn('/monitor/data', STILL)
      const monitor = new MonitorPage(page)
      await monitor.devices.first().waitFor()
      const first = await monitor.devices.first().getAttribute('aria-label')
      expect(await monitor.devices.count()).toBeLessThan(60)
      await monitor.devices.first().hover()
      await expect
        .poll(
          async () => {
            await page.mouse.wheel(0, 4000)
            return monitor.devices.first().getAttribute('aria-label')
          },
          { timeout: upTo(15_000) },
        )
        .not.toBe(first)
    })

    it('renders complete rows of cards over the whole visible height at every scroll position', async () => {
      const { page } = await app.goOn('/monitor/data?layout=cards', STILL)
      await new MonitorPage(page).devices.first().waitFor()
      const list = page.locator('[aria-rowcount]')
      for (const top of [0, 70, 150, 230, 310, 1000, 1081, 1162, 5]) {
        await list.evaluate((element, to) => (element.scrollTop = to), top)
        // The list fills its visible area with rows: each has all of its cards, and there are as many rows as there is
        // room for.
        await expect
          .poll(() =>
            list.evaluate((element) => {
              const sight = element.getBoundingClientRect()
              const rows = [...element.querySelectorAll('[role=row]')].filter(
                (row) =>
                  row.getBoundingClientRect().bottom > sight.top && row.getBoundingClientRect().top < sight.bottom,
              )
              const whole = rows.every(
                (row) => row.children.length === getComputedStyle(row).gridTemplateColumns.split(' ').length,
              )
              return whole && rows.length >= Math.floor(sight.height / 244)
            }),
          )
          .toBe(true)
      }
    })

    it('scrolls a card fully into view when End, Home or the arrow key moves the focus to it', async () => {
      const { page } = await app.goOn('/monitor/data?layout=cards', STILL)
      // The first devices of a long answer are shown before the whole list is sorted.
      await page.locator('[aria-rowcount]:not([aria-rowcount="-1"])').waitFor()
      await page.locator('[data-index="0"]').focus()
      for (const [key, index] of [
        ['End', /^[1-9]/],
        ['Home', /^0$/],
        ['ArrowDown', /^[1-9]$/],
      ] as const) {
        await page.keyboard.press(key)
        await expect
          .poll(() =>
            page.evaluate(() => {
              const [item, sight] = [document.activeElement as HTMLElement, document.querySelector('[aria-rowcount]')]
              const [card, room] = [item.getBoundingClientRect(), sight?.getBoundingClientRect()]
              return room && card.top >= room.top && card.bottom <= room.bottom ? (item.dataset['index'] ?? '') : ''
            }),
          )
          .toMatch(index)
      }
    })

    it('filters by area and online state, and restores both from the address', async () => {
      const { page } = await app.goOn('/monitor/data', STILL)
      const monitor = new MonitorPage(page)
      await monitor.devices.first().waitFor()
      const online = page.getByRole('group', { name: '在线状态' })
      // The first devices of a long answer are shown before they are counted.
      await online.getByRole('button', { name: /^全部\s*\d/ }).waitFor()
      const all = await online.getByRole('button', { name: /^全部/ }).innerText()
      await page.getByRole('treeitem', { name: /^长安区/ }).click()
      await expect.poll(() => online.getByRole('button', { name: /^全部/ }).innerText()).not.toBe(all)
      await online.getByRole('button', { name: /^离线/ }).click()
      await expect.poll(() => monitor.devices.getByRole('img', { name: '在线', exact: true }).count()).toBe(0)
      const { pathname, search } = new URL(page.url())
      await walkTo(page, pathname)
      await expect.poll(() => online.getByRole('button', { name: /^全部/ }).innerText()).toBe(all)
      await walkTo(page, pathname + search)
      await expect.poll(() => online.getByRole('button', { name: /^全部/ }).innerText()).not.toBe(all)
      await monitor.devices.first().waitFor()
      expect(await monitor.devices.getByRole('img', { name: '在线', exact: true }).count()).toBe(0)
    })

    it('keeps the devices and reports the failed refresh until the platform responds again', async () => {
      const { page, context } = await app.goOn('/monitor/data', STILL)
      const monitor = new MonitorPage(page)
      await monitor.devices.first().waitFor()
      await context.route('**/v1/godbDeviceState*', (route) => route.abort())
      await page.getByRole('button', { name: '刷新', exact: true }).click()
      await page
        .getByText(/刷新失败/)
        .first()
        .waitFor()
      expect(await monitor.devices.count()).toBeGreaterThan(0)
      await context.unroute('**/v1/godbDeviceState*')
      await page
        .getByRole('button', { name: /^(刷新|重试)$/ })
        .first()
        .click()
      await expect.poll(() => page.getByText(/刷新失败/).count()).toBe(0)
    })

    it('uses platform time for "yesterday" and data age if the browser clock is 24 h fast, and shows the offset', async () => {
      const { page } = await app.signedIn('/monitor/history', {
        ...STILL,
        before: ({ page: opened }) => opened.clock.install({ time: Date.now() + 24 * 3_600_000 }),
      })
      await page.getByText('本机时钟快了 24 小时，控制台以平台时间为准').waitFor()
      // The first button belongs to the period; the others overlay a day on the curves.
      await page.getByRole('button', { name: '昨天' }).first().click()
      const yesterday = new Intl.DateTimeFormat('en-CA', { timeZone: 'Asia/Shanghai' }).format(
        Date.now() - 24 * 3_600_000,
      )
      await page.waitForURL((url) => url.search.includes(yesterday))
      await walkTo(page, '/monitor/data')
      const monitor = new MonitorPage(page)
      await monitor.devices.first().waitFor()
      await monitor.search.fill('路灯')
      await monitor.search.press('Enter')
      // By the browser's clock the values of every device would be a day old, and no device in order.
      await monitor.devices.getByRole('img', { name: '在线', exact: true }).first().waitFor()
    })
  })

  describe('device map', () => {
    const openMap = async (query = '') => {
      const watched = await app.goOn(`/monitor/data?mode=map${query}`, STILL)
      await watched.page.getByRole('application', { name: /^设备地图/ }).waitFor(SOON)
      return watched
    }

    it('labels clusters with device counts by state, and zooms in when one is opened by keyboard', async () => {
      const { page, foreign, problems } = await openMap()
      const cluster = page.locator('.leaflet-marker-icon[aria-label*="台设备"]').first()
      await cluster.waitFor(SOON)
      expect(await cluster.getAttribute('aria-label')).toMatch(
        /^\d+ 台设备：在线 \d+，报警中 \d+，数据滞后 \d+，离线 \d+/,
      )
      await page.getByText(/缩放 10$/).waitFor()
      await cluster.focus()
      await page.keyboard.press('Enter')
      await expect.poll(() => new URL(page.url()).searchParams.get('at'), SOON).toMatch(/^[\d.]+,[\d.]+,1[1-9]|20$/)
      await page
        .locator('.leaflet-tile-pane canvas')
        .first()
        .waitFor({ ...SOON, state: 'attached' })
      expect(foreign).toEqual([])
      expect(problems).toEqual([])
    })

    it('loads the province outlines at zoom 5', async () => {
      const { page, foreign, problems } = await app.goOn('/monitor/operation', STILL)
      await new Shell(page).user.waitFor()
      const drawn = page.waitForResponse(
        (response) => response.url().endsWith('/map/provinces.json') && response.ok(),
        SOON,
      )
      await walkTo(page, '/monitor/data?mode=map&at=105,36,5')
      await drawn
      await page.getByText(/缩放 5$/).waitFor(SOON)
      expect(foreign).toEqual([])
      expect(problems).toEqual([])
    })

    it('opens a device’s card from the name search, updates its value live and keeps it in the address', async () => {
      const { page } = await openMap()
      await page.getByRole('combobox', { name: '搜索设备名称' }).fill(onMap.name)
      await page.getByRole('option', { name: onMap.name }).waitFor(SOON)
      await page.keyboard.press('Enter')
      const card = page.getByRole('dialog', { name: onMap.name })
      await card.waitFor(SOON)
      for (const value of [7.4, 8.5]) {
        await pushValue(app.server.url, onMap.credential, onMap.sn, onMap.node, value)
        await card.getByText(String(value)).waitFor(SOON)
      }
      await expect.poll(() => card.innerText(), SOON).not.toContain('正在查询地址')
      await comeBack(page)
      await page.getByRole('dialog', { name: onMap.name }).waitFor(SOON)
      await page.keyboard.press('Escape')
      await expect.poll(() => new URL(page.url()).searchParams.get('device')).toBeNull()
    })

    it('shows only devices in alarm when filtered, zooms to them, and keeps the filter in the list', async () => {
      const { page } = await openMap('&quantity=state&at=105,36,5')
      await page.locator('.leaflet-marker-icon:has(text)').first().waitFor(SOON)
      await page.getByText(/缩放 5$/).waitFor(SOON)
      await page.getByRole('switch', { name: '仅看报警' }).click()
      // Zooms from the whole country to the city where the alarms are.
      await page.getByText(/缩放 (?:[89]|1\d)$/).waitFor(SOON)
      await expect
        .poll(
          async () =>
            /在线 0/.test((await page.getByRole('group', { name: '图例' }).innerText()).replaceAll('\n', ' ')),
          SOON,
        )
        .toBe(true)
      await page.getByRole('radio', { name: '实时列表' }).click()
      await page.getByRole('group', { name: '运行状态' }).waitFor(SOON)
      expect(new URL(page.url()).searchParams.get('run')).toBe('abnormal')
    })

    it('is opened by /monitor/dataMap, which redirects to /monitor/data', async () => {
      const { page } = await app.goOn('/monitor/dataMap', STILL)
      await page.getByRole('application', { name: /^设备地图/ }).waitFor(SOON)
      expect(new URL(page.url()).pathname).toBe('/monitor/data')
    })
  })
})
