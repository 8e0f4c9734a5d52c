import { beforeAll, describe, expect, it } from 'vitest'
import { chromiumPath } from '../support/browser.ts'
import { call, makeDevice, pushValue, tokenOf, type TestDevice } from '../support/call.ts'
import { testConsole } from '../support/console.ts'
import { DashboardPage, MonitorPage, Shell } from '../support/pages.ts'
import { upTo } from '../support/slowness.ts'

/** Longer than a value takes, shorter than the ten seconds between two refreshes. */
const SOON = { timeout: upTo(15_000) }

describe.skipIf(chromiumPath === null)('the dashboard', () => {
  const app = testConsole()
  let admin: string
  let station: TestDevice

  beforeAll(async () => {
    admin = await tokenOf(app.server.url, 'admin', 'admin123')
    station = await makeDevice(app.server.url, admin)
  })

  async function signedIn(name: string) {
    const watched = await app.signedIn('/', { user: name })
    return { ...watched, dashboard: new DashboardPage(watched.page), shell: new Shell(watched.page) }
  }

  it('is where the super administrator begins: what is on line, alarms, a device and its day, devices by area', async () => {
    const { page, dashboard, foreign, problems } = await signedIn('admin')
    await dashboard.live.waitFor()
    expect(new URL(page.url()).pathname).toBe('/')
    const numbers = (
      await call<{ onlinenum: number; sumnum: number; gatewaysumnum: number }>(
        app.server.url,
        'GET',
        'godbAllDeviceOnlineNum',
        { token: admin },
      )
    ).data
    await page.getByRole('region', { name: '设备在线' }).getByText(`/ ${numbers.sumnum}`).waitFor()
    await page.getByRole('region', { name: '网关在线' }).getByText(`/ ${numbers.gatewaysumnum}`).waitFor()
    expect(
      await page
        .getByRole('region', { name: '报警统计' })
        .getByText(/^日均 \d+\.\d$/)
        .count(),
    ).toBe(3)
    await dashboard.live.locator('canvas').waitFor()
    await page.locator('.recharts-pie-sector').first().waitFor()
    const counts = await dashboard.areas.locator('tbody tr td:nth-of-type(1)').allInnerTexts()
    expect(counts.reduce((sum, count) => sum + Number(count), 0)).toBe(numbers.sumnum)
    expect(foreign).toEqual([])
    expect(problems).toEqual([])
  })

  it('shows a value the moment it arrives, on the device of the address', async () => {
    const { page, dashboard, problems } = await signedIn('admin')
    await dashboard.live.waitFor()
    await page.goto(`/?device=${station.id}`)
    await expect.poll(() => dashboard.live.getByRole('combobox', { name: '设备' }).inputValue()).toBe(station.name)
    for (const value of [7.41, 8.52, 9.63]) {
      expect(await pushValue(app.server.url, station.credential, station.sn, station.node, value)).toMatchObject({
        code: 0,
      })
      await dashboard
        .tile('水位')
        .getByText(new RegExp(String(value).slice(0, 3)))
        .waitFor(SOON)
    }
    expect(problems).toEqual([])
  })

  it('keeps the chosen area and device in the address, and the device for the next time', async () => {
    const { page, dashboard } = await signedIn('admin')
    await dashboard.live.waitFor()
    await dashboard.live.getByRole('combobox', { name: '设备' }).fill(station.name)
    await page.getByRole('option', { name: new RegExp(station.name) }).click()
    await expect.poll(() => new URL(page.url()).search).toBe(`?device=${station.id}`)
    await page.goto('/')
    await expect.poll(() => dashboard.live.getByRole('combobox', { name: '设备' }).inputValue()).toBe(station.name)
  })

  it('sends who has no key for it to the first page they may see, and shows no entry', async () => {
    const { page, shell, problems } = await signedIn('viewer')
    await new MonitorPage(page).devices.first().waitFor()
    expect(new URL(page.url()).pathname).toBe('/monitor/data')
    expect(await shell.menu.getByRole('link', { name: '总览' }).count()).toBe(0)
    await page.goto('/')
    await new MonitorPage(page).devices.first().waitFor()
    expect(problems).toEqual([])
  })
})
