import { beforeAll, describe, expect, it } from 'vitest'
import { addDays, zoneOf } from '../../resources/kit/zone.ts'
import { chromiumPath, walkTo } from '../support/browser.ts'
import { call, tokenOf } from '../support/call.ts'
import { testConsole } from '../support/console.ts'
import { ofTheDay } from '../support/full.ts'
import { upTo } from '../support/slowness.ts'

/** The demo's hours are worked out after it has started. */
const LONG = { timeout: upTo(30_000) }

describe.skipIf(chromiumPath === null)('what values mean', () => {
  const app = testConsole()
  /** An air station and a noise point of the demo. */
  let station = 0
  let noise = 0
  /** Of today nothing is known right after midnight. */
  let yesterday = ''
  beforeAll(async () => {
    const settings = (await (await fetch(`${app.server.url}/console-settings.json`)).json()) as { timeZone: string }
    const zone = zoneOf(settings.timeZone)
    yesterday = addDays(zone.day(Date.now()), -1)
    const token = await tokenOf(app.server.url, 'admin', 'admin123')
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
      ['zhCN', /（\d \/ 6 级）/, '统计'],
      ['zhTW', /（\d \/ 6 級）/, '統計'],
      ['zhEN', /\(class \d of 6\)/, 'Figures'],
    ] as const),
  )('stands beside them on list, map, device page and history, in %s', async (language, words, figures) => {
    const { page, foreign, problems } = await app.signedIn('/monitor/data', { language })
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
    ofTheDay(
      [
        ['zhCN', '环境排名', '噪声统计', /功能区|声环境/],
        ['zhTW', '環境排名', '噪音統計', /功能區|聲環境/],
        ['zhEN', 'Rankings', 'Noise levels', /zone/i],
      ] as const,
      1,
    ),
  )('ranks areas, and tells levels of noise, in %s', async (language, ranking, levels, zone) => {
    const { page, foreign, problems } = await app.signedIn('/monitor/ranking?period=week', { language })
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
    ofTheDay(
      [
        ['zhCN', '图例', '图层', ['插值场', '风', '区域']],
        ['zhTW', '圖例', '圖層', ['內插場', '風', '區域']],
        ['zhEN', 'Legend', 'Layers', ['Field', 'Wind', 'Areas']],
      ] as const,
      2,
    ),
  )('colours the map, in %s', async (language, legend, layers, [field, wind, areas]) => {
    const { page, foreign, problems } = await app.signedIn('/monitor/data?mode=map&quantity=pm25', { language })
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
})
