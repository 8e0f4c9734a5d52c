import { beforeAll, describe, expect, it } from 'vitest'
import { chromiumPath, walkTo } from '../support/browser.ts'
import { call, makeDevice, pushValue, tokenOf, type TestDevice } from '../support/call.ts'
import { testConsole } from '../support/console.ts'
import { ListPage, Shell } from '../support/pages.ts'
import { upTo } from '../support/slowness.ts'

const SOON = { timeout: upTo(15_000) }
/** Where nobody of the demo stands. */
const PLACE = { maplng: 114.1, maplat: 37.6 }

describe.skipIf(chromiumPath === null)('the map', () => {
  const app = testConsole()
  let admin: string
  let station: TestDevice

  beforeAll(async () => {
    admin = await tokenOf(app.server.url, 'admin', 'admin123')
    station = await makeDevice(app.server.url, admin)
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
        async () => /在线 0/.test((await page.getByRole('group', { name: '图例' }).innerText()).replaceAll('\n', ' ')),
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
    expect(JSON.parse(areas.data.find(({ name }) => name === '主城排水分区')?.positional.String ?? '[]')).toHaveLength(
      4,
    )
    expect(problems).toEqual([])
  })
})
