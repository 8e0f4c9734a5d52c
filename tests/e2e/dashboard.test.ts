import { beforeAll, describe, expect, it } from 'vitest'
import { chromiumPath } from '../support/browser.ts'
import { call, tokenOf } from '../support/call.ts'
import { testConsole } from '../support/console.ts'
import { ofTheDay } from '../support/full.ts'
import { MonitorPage, Shell } from '../support/pages.ts'
import { upTo } from '../support/slowness.ts'

/** The demo's hours are worked out after it has started. */
const LONG = { timeout: upTo(30_000) }

describe.skipIf(chromiumPath === null)('the dashboard', () => {
  const app = testConsole()
  let admin: string

  beforeAll(async () => {
    admin = await tokenOf(app.server.url, 'admin', 'admin123')
  })

  async function signedIn(name: string) {
    const watched = await app.signedIn('/', { user: name })
    return { ...watched, shell: new Shell(watched.page) }
  }

  it.each(
    ofTheDay([
      ['zhCN', '总览', ['空气', '待我处理', '有什么变了', '区域', '最差五站', '数据可信吗', '设备在线', '网关在线']],
      ['zhTW', '總覽', ['空氣', '待我處理', '有什麼變了', '區域', '最差五站', '資料可信嗎', '裝置線上', '閘道線上']],
      [
        'zhEN',
        'Overview',
        [
          'Air',
          'Needs me',
          'What changed',
          'Areas',
          'Worst five',
          'Can the data be trusted',
          'Devices online',
          'Gateways online',
        ],
      ],
    ] as const),
  )('answers what is, what needs me and what changed, in %s', async (language, title, parts) => {
    const { page, foreign, problems } = await app.signedIn('/', { language })
    await page.getByRole('heading', { level: 1, name: title }).waitFor(LONG)
    for (const name of parts) await page.getByRole('heading', { level: 2, name, exact: true }).waitFor(LONG)
    await page.getByRole('table').getByRole('row').nth(1).waitFor(LONG)
    const numbers = (await call<{ sumnum: number }>(app.server.url, 'GET', 'godbAllDeviceOnlineNum', { token: admin }))
      .data
    await page.getByText(`/ ${numbers.sumnum}`, { exact: true }).waitFor(LONG)
    expect(foreign).toEqual([])
    expect(problems).toEqual([])
  })

  it('leads from a figure to what is behind it, on a phone with what needs me first', async () => {
    const { page, problems } = await app.signedIn('/', { viewport: { width: 390, height: 844 }, hasTouch: true })
    const [needs, air] = [
      page.getByRole('region', { name: '待我处理' }),
      page.getByRole('region', { name: '空气', exact: true }),
    ]
    await air.waitFor(LONG)
    await needs.waitFor(LONG)
    expect((await needs.boundingBox())?.y ?? 0).toBeLessThan((await air.boundingBox())?.y ?? 0)
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(390)
    await page.getByRole('region', { name: '设备在线' }).getByRole('link', { name: '看列表' }).tap()
    await page.waitForURL(/\/monitor\/data$/)
    await new MonitorPage(page).devices.first().waitFor(LONG)
    expect(problems).toEqual([])
  })

  it('says what is new from the menu of the user', async () => {
    const { page } = await app.signedIn('/monitor/operation')
    await page.getByRole('button', { name: /超级管理员/ }).click()
    await page.getByRole('menuitem', { name: '更新日志' }).click()
    await page.getByRole('dialog', { name: '更新日志' }).getByRole('heading', { level: 3 }).first().waitFor(LONG)
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
