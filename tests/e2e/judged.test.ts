import { beforeAll, describe, expect, it } from 'vitest'
import { addDays, zoneOf } from '../../resources/kit/zone.ts'
import { chromiumPath, walkTo } from '../support/browser.ts'
import { call, tokenOf } from '../support/call.ts'
import { testConsole } from '../support/console.ts'
import { ofTheDay } from '../support/full.ts'
import { MonitorPage } from '../support/pages.ts'
import { upTo } from '../support/slowness.ts'

/** The demo's hours are worked out after it has started. */
const LONG = { timeout: upTo(30_000) }

describe.skipIf(chromiumPath === null)('what values mean, and the overview', () => {
  const app = testConsole()
  /** An air station and a noise point of the demo. */
  let station = 0
  let noise = 0
  /** Of today nothing is known right after midnight. */
  let yesterday = ''
  let token = ''
  beforeAll(async () => {
    const settings = (await (await fetch(`${app.server.url}/console-settings.json`)).json()) as { timeZone: string }
    const zone = zoneOf(settings.timeZone)
    yesterday = addDays(zone.day(Date.now()), -1)
    token = await tokenOf(app.server.url, 'admin', 'admin123')
    const { data } = await call<{ id: number; deviceisonline: number; nodestatelist: { alias: string }[] }[]>(
      app.server.url,
      'GET',
      'godbDeviceState',
      { token },
    )
    const measuring = (name: RegExp): number =>
      data.find(({ deviceisonline, nodestatelist: [first] }) => deviceisonline === 1 && name.test(first?.alias ?? ''))
        ?.id ?? 0
    station = measuring(/^PM2\.5/)
    noise = measuring(/噪声/)
  })

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
    const { page, foreign, problems } = await app.goOn('/', { language })
    await page.getByRole('heading', { level: 1, name: title }).waitFor(LONG)
    for (const name of parts) await page.getByRole('heading', { level: 2, name, exact: true }).waitFor(LONG)
    await page.getByRole('table').getByRole('row').nth(1).waitFor(LONG)
    const numbers = (await call<{ sumnum: number }>(app.server.url, 'GET', 'godbAllDeviceOnlineNum', { token })).data
    await page.getByText(`/ ${numbers.sumnum}`, { exact: true }).waitFor(LONG)
    expect(foreign).toEqual([])
    expect(problems).toEqual([])
  })

  it.each(
    ofTheDay([
      ['zhCN', /（\d \/ 6 级）/, '统计'],
      ['zhTW', /（\d \/ 6 級）/, '統計'],
      ['zhEN', /\(class \d of 6\)/, 'Figures'],
    ] as const),
  )('stands beside them on list, map, device page and history, in %s', async (language, words, figures) => {
    const { page, foreign, problems } = await app.goOn('/monitor/data', { language })
    const mark = page.locator('[data-part=class-mark][aria-label*="HJ 633"]').first()
    await mark.waitFor(LONG)
    expect(await mark.getAttribute('aria-label')).toMatch(words)
    // Each page is waited for before its words: those of the page before would do as well.
    await walkTo(page, '/monitor/data?mode=map')
    await page.locator('.leaflet-container').waitFor(LONG)
    await page
      .getByText(/HJ 633-/)
      .first()
      .waitFor(LONG)
    await walkTo(page, `/device/${station}`)
    await page.locator('[data-part=plate-card]').first().waitFor(LONG)
    await page
      .getByText(/HJ 633-/)
      .first()
      .waitFor(LONG)
    await walkTo(page, `/monitor/history?devices=${station}&day=${yesterday}`)
    await page.locator('[data-part=figures]').getByText(figures).first().waitFor(LONG)
    expect(foreign).toEqual([])
    expect(problems).toEqual([])
  })

  it.each(
    ofTheDay([
      ['zhCN', '环境排名', '噪声统计', /功能区|声环境/],
      ['zhTW', '環境排名', '噪音統計', /功能區|聲環境/],
      ['zhEN', 'Rankings', 'Noise levels', /zone/i],
    ] as const),
  )('ranks areas, and tells levels of noise, in %s', async (language, ranking, levels, zone) => {
    const { page, foreign, problems } = await app.goOn('/monitor/ranking?period=week', { language })
    await page.getByRole('table', { name: ranking }).getByRole('rowheader').first().waitFor(LONG)
    for (const [path, part] of [
      [`/device/${noise}`, 'noise'],
      [`/monitor/history?devices=${noise}&day=${yesterday}`, 'history'],
    ] as const) {
      await walkTo(page, path)
      const section = page.locator(`[data-part=${part}] [data-part=noise-figures]`)
      await section.getByText(levels).waitFor(LONG)
      await section.getByText(zone).first().waitFor(LONG)
      await section.getByText('L90').waitFor(LONG)
    }
    await page.locator('a[href*="cal=year"]').click()
    await page.locator('[data-part=month-cards]').waitFor(LONG)
    expect(foreign).toEqual([])
    expect(problems).toEqual([])
  })

  it.each(
    ofTheDay([
      ['zhCN', '图例', '图层', ['插值场', '风', '区域']],
      ['zhTW', '圖例', '圖層', ['內插場', '風', '區域']],
      ['zhEN', 'Legend', 'Layers', ['Field', 'Wind', 'Areas']],
    ] as const),
  )('colours the map, in %s', async (language, legend, layers, [field, wind, areas]) => {
    const { page, foreign, problems } = await app.goOn('/monitor/data?mode=map&quantity=pm25', { language })
    await page.getByRole('group', { name: legend }).getByText('PM2.5').waitFor(LONG)
    await page.locator('[data-part=field][data-drawn=true]').waitFor({ ...LONG, state: 'attached' })
    await page.locator('canvas[data-winds]').waitFor({ ...LONG, state: 'attached' })
    const layer = (name: string) => page.getByRole('group', { name: layers }).getByRole('switch', { name, exact: true })
    for (const name of [field, wind]) await layer(name).click()
    await page
      .locator('[data-part=field], canvas[data-winds]')
      .first()
      .waitFor({ ...LONG, state: 'detached' })
    await layer(areas).click()
    await page.locator('.leaflet-tooltip [data-part=class-chip]').first().waitFor(LONG)
    expect(new URL(page.url()).searchParams.get('layers')).toBe('areas')
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
})
