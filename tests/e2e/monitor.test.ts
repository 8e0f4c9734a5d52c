import type { Locator } from 'playwright-core'
import { beforeAll, describe, expect, it } from 'vitest'
import { chromiumPath, walkTo } from '../support/browser.ts'
import { call, makeDevice, pushValue, tokenOf, type TestDevice } from '../support/call.ts'
import { testConsole } from '../support/console.ts'
import { ListPage, MonitorPage, Shell } from '../support/pages.ts'
import { upTo } from '../support/slowness.ts'

const SOON = { timeout: upTo(15_000) }
/** Where nobody of the demo stands. */
const PLACE = { maplng: 114.1, maplat: 37.6 }

describe.skipIf(chromiumPath === null)('live devices', () => {
  const app = testConsole()
  let admin: string
  beforeAll(async () => {
    admin = await tokenOf(app.server.url, 'admin', 'admin123')
  })

  describe('the live list', () => {
    let station: TestDevice
    beforeAll(async () => {
      station = await makeDevice(app.server.url, admin)
    })

    it('shows values that are pushed, one after the other, without any refresh, and keeps them in the history', async () => {
      const { page, foreign, problems } = await app.signedIn('/monitor/data')
      const monitor = new MonitorPage(page)
      await monitor.devices.first().waitFor()
      const card: Locator = await monitor.find(station.name)
      // Refreshes stay unanswered from here on: what arrives has come by the feed.
      await page.route('**/v1/godbDeviceState*', () => {})
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
      expect(foreign).toEqual([])
      expect(problems).toEqual([])
    })

    it('shows few of many devices at a time, and the others as it is scrolled', async () => {
      const { page } = await app.goOn('/monitor/data')
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

    it('draws every row of cards in sight whole, wherever it is scrolled to', async () => {
      const { page } = await app.goOn('/monitor/data?layout=cards')
      await new MonitorPage(page).devices.first().waitFor()
      const list = page.locator('[aria-rowcount]')
      for (const top of [0, 70, 150, 230, 310, 1000, 1081, 1162, 5]) {
        await list.evaluate((element, to) => (element.scrollTop = to), top)
        // What the list shows from edge to edge, in cards: whole rows, and as many as there is room for.
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

    it('brings a card that the keys go to into sight as a whole', async () => {
      const { page } = await app.goOn('/monitor/data?layout=cards')
      // The first of a long answer stand there before the whole list is in its order.
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

    it('lists an area with all below it, and what the filters leave', async () => {
      const { page } = await app.goOn('/monitor/data')
      const monitor = new MonitorPage(page)
      await monitor.devices.first().waitFor()
      const online = page.getByRole('group', { name: '在线状态' })
      // The first of a long answer stand there before they are counted.
      await online.getByRole('button', { name: /^全部\s*\d/ }).waitFor()
      const all = await online.getByRole('button', { name: /^全部/ }).innerText()
      await page.getByRole('treeitem', { name: /^长安区/ }).click()
      await expect.poll(() => online.getByRole('button', { name: /^全部/ }).innerText()).not.toBe(all)
      await online.getByRole('button', { name: /^离线/ }).click()
      await expect.poll(() => monitor.devices.getByRole('img', { name: '在线', exact: true }).count()).toBe(0)
      await page.reload()
      await monitor.devices.first().waitFor()
      expect(await monitor.devices.getByRole('img', { name: '在线', exact: true }).count()).toBe(0)
    })

    it('keeps what it shows and says so when the platform does not answer', async () => {
      const { page, context } = await app.goOn('/monitor/data')
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

    describe('in a browser whose clock is wrong', () => {
      it('shows as stale what is, and says how far its clock is off', async () => {
        const { page } = await app.signedIn('/monitor/data', {
          before: ({ page: opened }) => opened.clock.install({ time: Date.now() + 15 * 60_000 }),
        })
        await new MonitorPage(page).devices.first().waitFor()
        await page.getByText('本机时钟快了 15 分钟，控制台以平台时间为准').waitFor()
        expect(await page.getByText('数据滞后 14 分钟').count()).toBe(0)
      })

      it('takes the platform’s day for today', async () => {
        const { page } = await app.signedIn('/monitor/history', {
          before: ({ page: opened }) => opened.clock.install({ time: Date.now() + 24 * 3_600_000 }),
        })
        await page.getByText(/^本机时钟快了 24 小时/).waitFor()
        // The first is of the period; the others lay a day over the curves.
        await page.getByRole('button', { name: '昨天' }).first().click()
        const yesterday = new Intl.DateTimeFormat('en-CA', { timeZone: 'Asia/Shanghai' }).format(
          Date.now() - 24 * 3_600_000,
        )
        await page.waitForURL((url) => url.search.includes(yesterday))
      })
    })
  })

  describe('the map', () => {
    let station: TestDevice

    beforeAll(async () => {
      station = await makeDevice(app.server.url, admin, '地图水文站')
      await call(app.server.url, 'PUT', `godbDevice/${station.id}`, {
        token: admin,
        body: { positional: { String: JSON.stringify(PLACE), Valid: true } },
      })
    })

    const openMap = async (query = '') => {
      const watched = await app.goOn(`/monitor/data?mode=map${query}`)
      await watched.page.getByRole('application', { name: /^设备地图/ }).waitFor(SOON)
      return watched
    }

    it('shows clusters that say how their devices are, and opens one', async () => {
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

    it('draws the world and the provinces where a whole country is seen', async () => {
      const { page, foreign, problems } = await app.goOn('/monitor/operation')
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

    it('shows a device’s card with its live value, found by name, and keeps it in the address', async () => {
      const { page } = await openMap()
      await page.getByRole('combobox', { name: '搜索设备名称' }).fill(station.name)
      await page.getByRole('option', { name: station.name }).waitFor(SOON)
      await page.keyboard.press('Enter')
      const card = page.getByRole('dialog', { name: station.name })
      await card.waitFor(SOON)
      for (const value of [7.4, 8.5]) {
        await pushValue(app.server.url, station.credential, station.sn, station.node, value)
        await card.getByText(String(value)).waitFor(SOON)
      }
      await expect.poll(() => card.innerText(), SOON).not.toContain('正在查询地址')
      await page.reload()
      await page.getByRole('dialog', { name: station.name }).waitFor(SOON)
      await page.keyboard.press('Escape')
      await expect.poll(() => new URL(page.url()).searchParams.get('device')).toBeNull()
    })

    it('leaves devices in alarm alone, and shows them by shape and name', async () => {
      const { page } = await openMap('&quantity=state&at=105,36,5')
      await page.locator('.leaflet-marker-icon:has(text)').first().waitFor(SOON)
      await page.getByText(/缩放 5$/).waitFor(SOON)
      await page.getByRole('switch', { name: '仅看报警' }).click()
      // From the whole country to the city in which they are.
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

    it('answers under the other addresses of the spec, and offers no video where there is none', async () => {
      const { page } = await app.goOn('/monitor/dataMap')
      await page.getByRole('application', { name: /^设备地图/ }).waitFor(SOON)
      expect(new URL(page.url()).pathname).toBe('/monitor/data')
    })

    it('draws an area’s outline by clicks, keys and undo, and saves it', async () => {
      const { page, problems } = await app.goOn('/manage/area')
      const list = new ListPage(page, '/manage/area', '区域')
      await list.edit('主城排水分区')
      const map = list.dialog.getByRole('application')
      await map.waitFor(SOON)
      for (const position of [
        { x: 150, y: 80 },
        { x: 300, y: 90 },
        { x: 260, y: 220 },
        { x: 160, y: 200 },
      ])
        await map.click({ position })
      await list.dialog.getByText(/^4 个点/).waitFor(SOON)
      await list.dialog.getByRole('button', { name: /^顶点 4/ }).focus()
      await page.keyboard.press('Delete')
      await list.dialog.getByText(/^3 个点/).waitFor(SOON)
      await list.dialog.getByRole('button', { name: '撤销' }).click()
      await list.dialog.getByText(/^4 个点/).waitFor(SOON)
      await list.save.click()
      await list.dialog.waitFor({ state: 'hidden' })
      const areas = await call<{ name: string; positional: { String: string } }[]>(
        app.server.url,
        'GET',
        'godbDistrict',
        { token: admin },
      )
      expect(
        JSON.parse(areas.data.find(({ name }) => name === '主城排水分区')?.positional.String ?? '[]'),
      ).toHaveLength(4)
      expect(problems).toEqual([])
    })
  })
})
