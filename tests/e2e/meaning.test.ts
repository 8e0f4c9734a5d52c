import type { Page } from 'playwright-core'
import { beforeAll, describe, expect, it, vi } from 'vitest'
import { LANGUAGES } from '../../i18n/types.ts'
import { addDays, addMonths, HOUR, monthOf, zoneOf, type Zone } from '../../resources/kit/zone.ts'
import { NEEDED, neededOfMonth } from '../../standards/validity.ts'
import { chromiumPath, STILL, walkTo } from '../support/browser.ts'
import { call, makeDevice, tokenOf, type TestDevice } from '../support/call.ts'
import { testConsole } from '../support/console.ts'
import { ofTheDay } from '../support/full.ts'
import {
  ANY,
  fitRules,
  inOrder,
  LONG,
  oneOf,
  pattern,
  railOf,
  READ,
  region,
  says,
  wordsOf,
  type Say,
  type Words,
} from '../support/meaning.ts'
import { upTo } from '../support/slowness.ts'

const AT_FIRST = { timeout: upTo(60_000) }
const SLOWLY = { timeout: upTo(90_000), interval: 500 }
/** Number of days that the test's own station measured, from the fifth of the previous month on. */
const DAYS = 10
/**
 * Its value at an hour of each day, µg/m³: high while the wind comes from the north, low once it comes from the south.
 */
const pm25At = (hour: number): number => (hour === 8 ? 200 : hour === 15 ? 40 : hour < 12 ? 160 : 60)
/**
 * The address of a river station's pH node, a value that fails its quality test, and the reason for which a reviewer
 * doubts a value of another node.
 */
const [PH, DOUBTFUL, REASON] = ['3', 13.5, '支架晃动']

interface NodeHours {
  nodes: { nodemapid: number; pollutant: string | null; hours: unknown[] }[]
}

interface Means {
  means: { parts: Record<string, { count: number }> }[]
}

/** The languages of this run: `npm test` covers one, chosen by the day of the commit. */
const SPOKEN = ofTheDay(LANGUAGES)

describe.skipIf(chromiumPath === null)('class, standard and unit of values', () => {
  const app = testConsole()
  let zone: Zone
  /** The month of the most recent samples, and the month before it. */
  let recent: string
  let month: string
  let station: number
  /** The station's nodes, PM2.5 first, as the address of a comparison names them. */
  let compared: string
  let river: TestDevice
  let silent: TestDevice
  /**
   * An air station and a noise point of the demo, and a past day of theirs: right after midnight nothing is known of
   * the current day.
   */
  let airStation: number
  let noisePoint: number
  let yesterday: string
  let devices: number

  beforeAll(async () => {
    const { url } = app.server
    const admin = await tokenOf(url, 'admin', 'admin123')
    const ask = async <T>(method: string, path: string, body?: object, token = admin): Promise<T> => {
      const { code, msg, data } = await call<T>(url, method, path, { token, ...(body && { body }) })
      if (code !== 0) throw new Error(`${method} ${path}: ${msg} ${JSON.stringify(data)}`)
      return data
    }
    const settings = (await (await fetch(`${url}/console-settings.json`)).json()) as { timeZone: string }
    zone = zoneOf(settings.timeZone)
    // A minute that is over, since the pages query up to the end of a minute. Right after the start of a month it
    // belongs to the month before.
    const t = Date.now() - 120_000
    recent = zone.day(t).slice(0, 7)
    month = addMonths(recent, -1)
    yesterday = addDays(zone.day(Date.now()), -1)
    const states = await ask<{ id: number; deviceisonline: number; nodestatelist: { alias: string }[] }[]>(
      'GET',
      'godbDeviceState',
    )
    const measuring = (name: RegExp): number =>
      states.find(({ deviceisonline, nodestatelist: [node] }) => deviceisonline === 1 && name.test(node?.alias ?? ''))
        ?.id ?? 0
    airStation = measuring(/^PM2\.5/)
    noisePoint = measuring(/噪声/)

    river = await makeDevice(url, admin, '存疑水文站')
    silent = await makeDevice(url, admin, '未上报水文站')
    const item = { sn: river.sn, t, values: { [PH]: DOUBTFUL, [river.node]: 7.4 } }
    await ask('POST', 'telemetry', [item], river.credential)
    const said = { deviceid: river.id, nodemapid: river.node, from: t, to: t, flag: 3, reason: REASON }
    await ask('POST', 'quality/reviews', said)

    const models = 'godbDevicetype?page_size=100&current=1'
    const { list } = await ask<{ list: { id: number; name: string }[] }>('GET', models)
    const made = await ask<{ id: number }>('POST', 'godbDevice', {
      name: '月历空气站',
      project_id: river.project_id,
      district_id: river.district_id,
      devicetype_id: list.find(({ name }) => name.startsWith('空气微站'))?.id,
      issingle: 1,
      protocol_type: 1,
      acquisition_cycle: 60,
      // With this cycle one value an hour makes a complete hour.
      save_cycle: 60,
    })
    station = made.id
    const start = zone.startOf(`${month}-05`)
    const rows = Array.from({ length: DAYS * 24 }, (_, hour) => {
      const at = start + hour * HOUR
      const clock = zone.hour(at)
      const values = { 'PM2.5': pm25At(clock), 风速: 3, 风向: clock < 12 ? 0 : 180 }
      return Object.entries(values).map(([node, value]) => ({ node, t: at + HOUR / 2, value }))
    }).flat()
    const answers = await ask<{ state: string }[]>('POST', 'history/import', { device_id: station, rows })
    const refused = answers.filter(({ state }) => state !== 'stored')
    if (refused.length > 0) throw new Error(`${refused.length} rows were refused: ${JSON.stringify(refused[0])}`)
    const { from, to } = zone.rangeOf(`${month}-01`, monthOf(`${month}-01`).last)
    const span = `from=${from}&to=${to}`
    await vi.waitFor(async () => {
      const { nodes } = await ask<NodeHours>('GET', `history/hours/${station}?${span}`)
      const whole = nodes.filter(({ hours }) => hours.length === DAYS * 24)
      const [row] = await ask<Means[]>('GET', `environment/means?period=month&deviceid=${station}&${span}`)
      const isWanted = ({ pollutant }: { pollutant: string | null }): boolean => pollutant === 'pm25'
      const [first, second] = whole.toSorted((one, other) => Number(isWanted(other)) - Number(isWanted(one)))
      compared = [first, second].map((one) => `${station}.${one?.nodemapid ?? 0}`).join(',')
      const days = row?.means[0]?.parts['pm25']?.count
      if (whole.length < 3 || days !== DAYS) throw new Error(`${whole.length} nodes are whole, of ${days ?? 'no'} days`)
    }, SLOWLY)
    devices = (await ask<{ sumnum: number }>('GET', 'godbAllDeviceOnlineNum')).sumnum
  }, upTo(240_000))

  it.each(SPOKEN)('are shown in list, map, overview, device pages, labels and big screen, in %s', async (language) => {
    const { say, air, noise, water, ...words } = await wordsOf(language)
    const scales = [
      { scale: 'a', law: 'HJ 633-', q: '空气微站', full: air, short: words.airShort, figure: '\\d+' },
      { scale: 'n', law: 'GB 3096-', q: '', full: noise, short: words.noiseShort, figure: '\\d+' },
      { scale: 'w', law: 'GB 3838-', q: '', full: water, short: words.waterShort, figure: oneOf(...words.numerals) },
    ] as const
    const classOf = (full: readonly string[]): string =>
      oneOf(...full.map((word, at) => say('environment.classOf', { word, level: at + 1, levels: full.length })))
    const listed = ({ scale, q }: (typeof scales)[number]): string =>
      `/monitor/data?layout=cards&class=${scale}1-worse${q && `&q=${encodeURIComponent(q)}`}`

    // Cards: a plate with figure and class, which names standard and period, and class marks of values.
    const { page, foreign, problems } = await app.goOn(listed(scales[0]), { language, ...STILL })
    const addresses: string[] = []
    for (const one of scales) {
      const { scale, law, full, short, figure } = one
      if (scale !== 'a') await walkTo(page, listed(one))
      const judged = `[data-part=plate][data-look=solid][data-verdict^=${scale}]`
      const cards = page.getByRole('article').filter({ has: page.locator(judged) })
      const card = cards.first()
      const plate = card.locator(judged)
      await plate.waitFor(LONG)
      expect(await plate.getAttribute('title')).toMatch(new RegExp(`^${classOf(full)}\n[^\n]*${law}\\d{4}`))
      expect(await plate.textContent()).toMatch(new RegExp(`^${figure}${oneOf(...short)}$`))
      addresses.push((await card.getByRole('link').first().getAttribute('href')) ?? '')
      const mark = page.locator(`article [data-part=class-mark][aria-label*="${law}"]`).first()
      await mark.waitFor(LONG)
      const index = scale === 'a' ? ` · ${pattern(say('overview.index'))} \\d+` : ''
      expect(await mark.getAttribute('aria-label')).toMatch(new RegExp(`${classOf(full)}${index}\n`))
      if (scale === 'a') expect(await mark.getAttribute('aria-label')).toMatch(READ[language].ofSix)
    }

    // Rows, filtered by class and by a minimum value.
    await walkTo(page, '/monitor/data?layout=rows&class=a1-worse&sort=pm25&bound=pm25&least=1')
    const row = page.getByRole('row').locator('[data-part=plate][data-look=solid][data-verdict^=a]').first()
    await row.waitFor(LONG)
    expect(await row.textContent()).toMatch(new RegExp(`^\\d+${oneOf(...words.airShort)}$`))
    await page.getByRole('button', { name: say('monitor.filter.law') }).click()
    const least = say('monitor.filter.least', { name: say('map.quantity.pm25'), unit: 'µg/m³' })
    await page.getByRole('spinbutton', { name: least }).waitFor(LONG)
    const groups = page.getByRole('combobox', { name: say('monitor.filter.class'), exact: true }).locator('optgroup')
    await expect
      .poll(() => groups.evaluateAll((all) => all.map((group) => group.getAttribute('label'))), LONG)
      .toEqual(['a', 'n', 'w'].map((scale) => say(`monitor.filter.scales.${scale}`)))
    await page.keyboard.press('Escape')
    // With nothing chosen the bar is one line of 32 px, however long its texts are.
    const states = page.getByRole('group', { name: say('monitor.filter.online'), exact: true })
    await states.getByRole('button').first().click()
    const bar = page.getByRole('search').locator('..')
    await expect.poll(async () => (await bar.boundingBox())?.height, LONG).toBeLessThan(64)

    // The map, which shows air by default. The test waits for the page itself before its texts: those of the list would
    // match too.
    await walkTo(page, '/monitor/data?mode=map')
    await page.locator('.leaflet-container').waitFor(LONG)
    await page
      .getByText(/HJ 633-/)
      .first()
      .waitFor(LONG)
    // The map's legend: the quantity, its standard, each class, and the limits of the index classes.
    const legend = page.getByRole('group', { name: say('map.legend.label') })
    for (const [quantity, law, short, end] of [
      ['aqi', 'HJ 633-', words.airShort, '300'],
      ['noise', 'GB 3096-', words.noiseShort, ''],
      ['water', 'GB 3838-', words.waterShort, ''],
    ] as const) {
      await walkTo(page, `/monitor/data?mode=map&quantity=${quantity}`)
      await says(legend, inOrder(say(`map.quantity.${quantity}`), law, ...short, end))
    }
    await walkTo(page, '/')
    const { title, parts } = READ[language]
    await page.getByRole('heading', { level: 1, name: title }).waitFor(LONG)
    for (const name of parts) await page.getByRole('heading', { level: 2, name, exact: true }).waitFor(LONG)
    await page.getByRole('table').getByRole('row').nth(1).waitFor(LONG)
    await page.getByText(`/ ${devices}`, { exact: true }).waitFor(LONG)
    await sayOverview(page, await wordsOf(language))

    // Device pages: verdict with standard, period and sampling rate, and the class of each value.
    const tails = ['\\d / \\d', '\\d+ dB', pattern(say('environment.sampled', { percent: ANY }))]
    for (const [at, { scale, law, full, short }] of scales.entries()) {
      await walkTo(page, addresses[at] ?? '')
      const verdict = page.locator('[data-part=plate-card]').filter({ hasText: law }).first()
      await says(verdict, new RegExp(`${oneOf(...full)}[^]*${law}\\d{4}[^]*${tails[at]}`))
      const curves = region(page, say('devicePage.span.dayTitle'))
      const chip = curves.locator(`[data-part=class-chip][data-verdict^=${scale}]`).first()
      await says(chip, new RegExp(oneOf(...short)))
      const trust = region(page, say('devicePage.trust'))
      const online = new RegExp(`^${pattern(say('devicePage.strip.online'))} \\d+ %`)
      await trust.getByRole('img', { name: online }).waitFor(LONG)
      await says(trust, new RegExp(oneOf(say('devicePage.rate.transmission'), say('devicePage.noRates'))))
      if (scale !== 'a') continue
      const judged = page.locator('ol li[data-verdict^=a][title]').first()
      await judged.waitFor({ ...LONG, state: 'attached' })
      expect(await judged.getAttribute('title')).toMatch(new RegExp(`^[\\d-]{10} · ${oneOf(...full)} · \\d+`))
      const unknown = `${addDays(zone.day(Date.now()), -10)} · ${say('devicePage.notJudged')}`
      await page.locator(`ol li[title^="${unknown}"]`).waitFor({ ...LONG, state: 'attached' })
    }
    await walkTo(page, `/device/${silent.id}`)
    await page.getByText(say('devicePage.never'), { exact: true }).waitFor(LONG)

    // The sheet of labels: a code for each device, and the number of labels printed.
    await walkTo(page, `/device/labels?area=${river.district_id}`)
    const sheet = region(page, say('devicePage.labels'))
    const code = { name: say('devicePage.codeOf', { name: river.name }) }
    await sheet.getByRole('listitem').filter({ hasText: river.name }).getByRole('img', code).first().waitFor(LONG)
    const labels = await sheet.getByRole('listitem').count()
    await page.getByRole('button', { name: say('devicePage.print', { smart_count: labels }) }).waitFor(LONG)

    // The wall: the city's index and class, the worst stations with values and units, the curve of an alarm; then the
    // classic layout.
    await walkTo(page, '/BigScreen?layout=situation')
    await page.locator('[data-part=city-index]').waitFor(AT_FIRST)
    // The carousel pauses under a pointer.
    const slides = page.locator('[data-part=situation] [aria-roledescription=carousel]')
    await slides.hover()
    await says(region(page, say('bigscreen.cityAir')), inOrder('HJ 633-', say('environment.period.1h')))
    await says(page.locator('[data-part=city-index]'), new RegExp(`\\d+\\s*${oneOf(...air)}`))
    await says(page.getByRole('list', { name: say('map.legend.label') }), inOrder(...words.airShort))
    const worst = slides.getByRole('article').first()
    await says(worst, new RegExp(oneOf(...air, say('environment.state.stale'), say('environment.state.offline'))))
    await says(worst, /\d\s*[µm]g\/m³/)
    await says(page.locator('[data-panel=urgent]'), inOrder(say('bigscreen.urgent')))
    await walkTo(page, '/BigScreen?layout=classic')
    for (const part of ['live', 'history', 'compare']) await region(page, say(`bigscreen.${part}`)).waitFor(LONG)
    expect([foreign, problems]).toEqual([[], []])
  })

  it.each(SPOKEN)(
    'are shown in monthly history, node comparison and quality page, with data quality, in %s',
    async (language) => {
      const { say, air, airShort } = await wordsOf(language)
      const byDay = (key: string, args?: object): string => say(`history.byDay.${key}`, args)
      const [first, day] = [`${month}-05`, `${month}-10`]
      const history = `/monitor/history?devices=${station}&day=${day}`
      const { page, foreign, problems } = await app.goOn(`${history}&period=month`, { language, ...STILL })

      // Daily means in their band, read at the last day.
      await page.getByText(byDay('dailyNote')).waitFor(LONG)
      const chart = page.getByRole('slider')
      await says(chart, inOrder('PM2.5', '110.8 µg/m³'), 'aria-label')
      await chart.press('ArrowLeft')
      const read = [byDay('between'), '40', '200', `${byDay('validHours')} 24 / 24`, say('environment.period.24h')]
      await says(chart, inOrder(`${month.slice(5)}-14`, 'PM2.5', '110.8 µg/m³'), 'aria-valuetext')
      await says(chart, new RegExp(`${oneOf(...air)}[^]*${inOrder(...read, 'HJ 633-').source}`), 'aria-valuetext')

      // Figures, including missing data, and that the month has too few days for a mean by law.
      const figures = page.locator('[data-part=figures]')
      const gap = { hours: hoursAfter(zone, month), time: `${month.slice(5)}-15 00:00` }
      for (const name of ['mean', 'most', 'daysBeyond', 'captured']) await says(figures, inOrder(byDay(name)))
      await says(figures, /200(\.0)? µg\/m³/)
      await says(figures, inOrder(byDay('ofHours', { count: DAYS * 24 })))
      await says(figures, inOrder(byDay('gap', gap)))
      const needed = neededOfMonth(Number(month.slice(5)))
      const few = say('lawMeans.few', { count: DAYS, needed })
      await says(figures, inOrder(say('lawMeans.month', { name: 'PM2.5' }), '—', few))

      // The calendar: class, index, primary pollutant, missing pollutants; nothing is known of the first day.
      const calendar = region(page, byDay('calendar'))
      const judged = calendar.getByRole('link', { name: new RegExp(`^${day} `) })
      await judged.waitFor(LONG)
      const lacking = `\\d / \\d · ${pattern(say('environment.missing', { names: ANY }))}`
      const sentence = new RegExp(`^${day} ${oneOf(...air)} \\d+ PM2\\.5 ${lacking}`)
      expect(await judged.getAttribute('title')).toMatch(sentence)
      await calendar.getByRole('link', { name: `${month}-01 ${byDay('noDay')}` }).waitFor(LONG)

      // The rose: the wind direction with the highest values, and its rings.
      const rose = region(page, byDay('rose'))
      const ends = byDay('roseEnds', { most: byDay('winds.0'), value: ANY, least: byDay('winds.8') })
      const drawn = rose.getByRole('img', { name: new RegExp(`^${pattern(ends)}$`) })
      await drawn.waitFor(LONG)
      expect(await drawn.getAttribute('aria-label')).toMatch(/163(\.\d)? µg\/m³/)
      const ring = byDay('roseCell', { direction: ANY, speed: '2–4', value: `${ANY} µg/m³`, hours: DAYS * 12 })
      const told = expect.stringMatching(new RegExp(`^${pattern(ring)}$`))
      expect(await drawn.locator('path title').allTextContents()).toEqual([told, told])
      await says(rose, inOrder(byDay('roseHint')))

      // The carpet: the worst and the best hour, and the value of an hour.
      const carpet = region(page, byDay('carpet'))
      const hours = carpet.getByRole('img', { name: byDay('carpetEnds', { most: 8, least: 15 }) })
      await hours.waitFor(LONG)
      await hours.locator(`[data-day="${first}"] [data-hour="8"]`).hover()
      await says(carpet, new RegExp(`${first.slice(5)} 08:00 · 200(\\.0)? µg/m³ · ${oneOf(...airShort)}`))

      // Another period as overlay: the month before has no data.
      const over = page.getByRole('group', { name: byDay('overlay'), exact: true })
      await over.getByRole('button', { name: byDay('overlays.month') }).click()
      await over.getByText(byDay('noOverlay', { name: byDay('overlays.month') })).waitFor(LONG)

      // The year in classes, with its mean by law.
      await calendar.getByRole('radio', { name: byDay('calendarYear'), exact: true }).click()
      await expect.poll(() => new URL(page.url()).searchParams.get('cal'), LONG).toBe('year')
      const cell = calendar.locator(`i[title^="${day} "]`)
      await cell.waitFor({ ...LONG, state: 'attached' })
      expect(await cell.getAttribute('title')).toMatch(sentence)
      const ofYear = say('lawMeans.few', { count: DAYS, needed: NEEDED.year })
      await says(calendar, inOrder(say('lawMeans.year', { name: 'PM2.5' }), '—', ofYear))

      // A day, with the day before as overlay.
      await walkTo(page, `${history}&over=day`)
      const before = { name: byDay('overlays.day'), min: `${ANY} µg/m³`, max: ANY, last: ANY }
      await says(chart, inOrder(say('chart.summary', before)), 'aria-label')
      await over.getByRole('button', { name: byDay('overlays.day'), pressed: true }).waitFor(LONG)

      // The comparison: the class of the newest value in the picture, with the value and its standard.
      await walkTo(page, `/monitor/hisdataPk?items=${compared}&month=${month}&ask=1`)
      const newest = page.getByRole('listitem').locator('[data-part=class-chip][data-verdict=a2]').first()
      await newest.waitFor(LONG)
      await says(newest, new RegExp(`${oneOf(...airShort)}\\s*100`))
      expect(await newest.getAttribute('title')).toMatch(/^60(?:\.0+)? µg\/m³ · [^\n]*\n[^]*HJ 633-2026$/)
      // Behind the curve the four classes it went through; behind the wind's curve none.
      const pictures = page.locator('figure [data-part=chart]')
      await expect.poll(() => railOf(pictures.first()), LONG).toContain('a5 a4 a3 a2')
      expect(await railOf(pictures.last())).toBe('')

      await sayQuality(page, say)
      expect([foreign, problems]).toEqual([[], []])
    },
  )

  it.each(SPOKEN)('are shown in area ranking, noise statistics and map layers, in %s', async (language) => {
    const { figures, ranking, noise: levels, legend, layers } = READ[language]
    const { page, foreign, problems } = await app.goOn('/monitor/ranking?period=week', { language, ...STILL })
    await page.getByRole('table', { name: ranking }).getByRole('rowheader').first().waitFor(LONG)
    await walkTo(page, `/monitor/history?devices=${airStation}&day=${yesterday}`)
    await page.locator('[data-part=figures]').getByText(figures).first().waitFor(LONG)
    for (const [path, part] of [
      [`/device/${noisePoint}`, 'noise'],
      [`/monitor/history?devices=${noisePoint}&day=${yesterday}`, 'history'],
    ] as const) {
      await walkTo(page, path)
      const section = page.locator(`[data-part=${part}] [data-part=noise-figures]`)
      await section.getByText(levels[0]).waitFor(LONG)
      await section.getByText(levels[1]).first().waitFor(LONG)
      await section.getByText('L90').waitFor(LONG)
    }
    await page.locator('a[href*="cal=year"]').click()
    await page.locator('[data-part=month-cards]').waitFor(LONG)

    await walkTo(page, '/monitor/data?mode=map&quantity=pm25')
    await page.getByRole('group', { name: legend }).getByText('PM2.5').waitFor(LONG)
    await page.locator('[data-part=field][data-drawn=true]').waitFor({ ...LONG, state: 'attached' })
    await page.locator('canvas[data-winds]').waitFor({ ...LONG, state: 'attached' })
    const [group, field, wind, areas] = layers
    const layer = (name: string) => page.getByRole('group', { name: group }).getByRole('switch', { name, exact: true })
    for (const name of [field, wind]) await layer(name).click()
    await page
      .locator('[data-part=field], canvas[data-winds]')
      .first()
      .waitFor({ ...LONG, state: 'detached' })
    await layer(areas).click()
    await page.locator('.leaflet-tooltip [data-part=class-chip]').first().waitFor(LONG)
    expect(new URL(page.url()).searchParams.get('layers')).toBe('areas')
    expect([foreign, problems]).toEqual([[], []])
  })

  /** Checks rates by node, the values waiting for a review, the reviews made, and the text where none wait. */
  async function sayQuality(page: Page, say: Say): Promise<void> {
    const said = (key: string, args?: object): string => say(`qualityPage.${key}`, args)
    await walkTo(page, `/monitor/quality?device=${river.id}&month=${recent}`)
    await page.getByRole('heading', { level: 1, name: said('title') }).waitFor(LONG)
    const rates = page.getByRole('table', { name: said('views.rates'), exact: true })
    const told = rates.getByRole('row').filter({ hasText: 'pH' })
    await told.waitFor(LONG)
    for (const column of ['expected', 'received', 'intime', 'valid', 'transmission', 'timeliness', 'validity'])
      await rates.getByRole('columnheader', { name: said(`columns.${column}`), exact: true }).waitFor(LONG)
    // No values are expected of a device registered within the hour: no rate is shown.
    expect(await told.getByRole('cell').last().textContent()).toMatch(/^(—|\d+\.\d %)$/)
    await page.getByText(said('aim', { percent: 90 })).waitFor(LONG)

    await page.getByRole('radio', { name: said('views.queue'), exact: true }).click()
    const queue = page.getByRole('table', { name: said('views.queue') })
    const doubted = queue.getByRole('row').filter({ hasText: 'pH' })
    await says(doubted, inOrder(said('flags.4'), say('quality.tests.gross_range'), said('steps.0'), said('review')))

    await page.getByRole('radio', { name: said('views.reviews'), exact: true }).click()
    const review = page.getByRole('listitem').filter({ hasText: REASON })
    await says(review, inOrder(said('flags.3'), said('steps.3'), REASON))

    await walkTo(page, `/monitor/quality?view=queue&device=${river.id}&month=${month}`)
    await page.getByText(said('nothing'), { exact: true }).waitFor(LONG)
  }
})

/**
 * Checks the overview with judged values: the general state, the city's index now and the day before, points by class,
 * areas, the worst five, rates.
 */
async function sayOverview(page: Page, { say, air, noiseShort, water }: Words): Promise<void> {
  const well = new RegExp(oneOf(say('overview.well'), say('overview.notWell', { things: ANY })))
  await page.getByRole('status').filter({ hasText: well }).waitFor(LONG)
  const city = region(page, say('overview.air'))
  await says(city, new RegExp(`\\d+\\s*${oneOf(...air)}`))
  await says(city, new RegExp(pattern(say('overview.judged', { count: ANY, all: ANY }))))
  for (const label of ['overview.today', 'overview.yesterday']) {
    const hours = new RegExp(`^${pattern(say(label))}: .*\\d\\d:\\d\\d \\d+ ${oneOf(...air)}`)
    await city.getByRole('img', { name: hours }).waitFor(LONG)
  }
  await says(region(page, say('overview.noise')), new RegExp(`/ \\d+[^]*${oneOf(...noiseShort)}\\s*\\d+`))
  await says(region(page, say('overview.water')), new RegExp(`/ \\d+[^]*${oneOf(...water)}\\s*\\d+`))
  const areas = region(page, say('overview.areas'))
  for (const column of ['overview.index', 'overview.medium.noise', 'overview.medium.water'])
    await areas.getByRole('columnheader', { name: say(column), exact: true }).waitFor(LONG)
  const cell = areas.locator('td[data-verdict^=a][title]').first()
  await cell.waitFor(LONG)
  expect(await cell.getAttribute('title')).toMatch(new RegExp(`^${oneOf(...air)}`))
  const worst = region(page, say('overview.worst'))
  await expect.poll(() => worst.getByRole('listitem').count(), LONG).toBe(5)
  // Depending on the hour, the worst are waters: pH has no unit, and class III has no deciding value.
  await says(worst, new RegExp(`\\d\\s*([µm]g/m³|mg/L|dB\\(A\\))|pH \\d|${oneOf(...water)}`))
  const trust = region(page, say('overview.trust'))
  await says(trust, new RegExp(oneOf(say('devicePage.rate.transmission'), say('devicePage.noRates'))))
  await fitRules(page, say('overview.needs'))
}

/** Number of hours in a month after the days of the test's own station. */
const hoursAfter = (zone: Zone, month: string): number =>
  Math.round((zone.rangeOf(monthOf(`${month}-01`).last).to + 1 - zone.startOf(addDays(`${month}-05`, DAYS))) / HOUR)
