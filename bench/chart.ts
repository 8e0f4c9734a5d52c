import { rmSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import type { Browser, Page } from 'playwright-core'
import { launchBrowser, openPage } from '../tests/support/browser.ts'
import { startStub } from './monitorStub.ts'
import { framesOf, type Frames } from './pageMeter.ts'
import { figure, median, type Bench } from './report.ts'
import { buildStockApp } from './stockApp.ts'

const NODES = 8
/** A month with a sample a minute, and more than twice as many samples. */
const MONTH = 43_200
const MANY = 100_000
/** Samples a node that the console requests from a platform that thins. */
const THINNED = 1_600
const RUNS = 3
const START = Date.parse('2025-08-31T16:00:00Z')
const CALL = 'godbAllHistoricaldataByIdToJson'
const folder = process.env['CONSOLE_DIR'] ?? fileURLToPath(new URL('../dist/console', import.meta.url))

/**
 * Measures a month of one device in the real history page, and the same answer in Recharts: how soon it is drawn, and
 * how smoothly it moves.
 */
const bench: Bench = async () => {
  let samples = MONTH
  const answers = new Map<number, unknown>()
  const answer = (path: string) => {
    if (path === 'godbDeviceNameList')
      return {
        status: 200,
        body: { code: 0, msg: '', data: [{ id: 1, name: '空气微站 1', district_id: 2, devicetype_id: 4 }] },
      }
    if (!path.startsWith(CALL)) return undefined
    if (!answers.has(samples)) answers.set(samples, historyOf(samples))
    return { status: 200, body: answers.get(samples) }
  }
  const plainFolder = await buildStockApp('recharts')
  const [ours, plain] = [
    await startStub({ devices: 1, nodes: 1, changing: 1, folder, answer }),
    await startStub({ devices: 1, nodes: 1, changing: 1, folder: plainFolder, answer }),
  ]
  const browser = await launchBrowser()
  const rows: (string | number)[][] = []
  const row = async (way: string, count: number, runs: number, open: (browser: Browser) => Promise<Drawn>) => {
    samples = count
    const drawn: Drawn[] = []
    for (let run = 0; run < runs; run++) drawn.push(await open(browser))
    const of = (pick: (one: Drawn) => number) => figure(median(drawn.map(pick)))
    rows.push([
      way,
      `${NODES} x ${count.toLocaleString('en')}`,
      of(({ ms }) => ms),
      of(({ pan }) => pan.fps),
      of(({ pan }) => pan.worst),
      of(({ zoom }) => zoom.fps),
      of(({ zoom }) => zoom.worst),
    ])
  }
  try {
    await row('history page, platform thins', THINNED, RUNS, (chromium) => openOurs(chromium, ours.url))
    await row('history page, all samples sent', MONTH, RUNS, (chromium) => openOurs(chromium, ours.url))
    await row('history page, all samples sent', MANY, 1, (chromium) => openOurs(chromium, ours.url))
    await row('Recharts', THINNED, RUNS, (chromium) => openPlain(chromium, plain.url))
    await row('Recharts', MONTH, 1, (chromium) => openPlain(chromium, plain.url))
  } finally {
    await browser.close()
    ours.close()
    plain.close()
    rmSync(plainFolder, { recursive: true, force: true })
  }
  return [
    {
      title: 'History chart in the browser',
      how: `One device of ${NODES} nodes over 30 days, 1440 × 900, Chromium without a GPU, median of ${RUNS} loads (of one where a load takes long). Drawn: from the answer's last byte
until the curve stands, reading the answer included. Moved by dragging and zoomed by the wheel for 2 s each, without touching the platform.`,
      columns: ['way', 'samples', 'drawn ms', 'pan fps', 'worst frame ms', 'zoom fps', 'worst frame ms'],
      rows,
      aim: `${NODES} x ${MONTH.toLocaleString('en')} drawn within 300 ms, pan and zoom at 60 fps.`,
    },
  ]
}
export default bench

interface Drawn {
  ms: number
  pan: Frames
  zoom: Frames
}

/** An answer of this platform: waves with some noise, the same in every run. */
function historyOf(count: number): unknown {
  const step = (30 * 86_400_000) / count
  const ids = Array.from({ length: NODES }, (_, at) => 41 + at)
  const data = (id: number) =>
    Array.from({ length: count }, (_, at) => [
      Math.round(START + at * step),
      Math.round(
        500 + 300 * Math.sin((at * step) / 4e7 + id) + 40 * (Math.abs(Math.sin((at + id) * 127.1) * 43_758.5453) % 1),
      ) / 10,
    ])
  return {
    code: 0,
    msg: '',
    data: {
      nodeArr: ids.map((id) => ({ id, alias: `PM ${id}`, unitname: 'µg/m³' })),
      dataset: ids.map((id) => ({ nodemapid: id, data: data(id) })),
      newObj: {},
    },
  }
}

const openOurs = (browser: Browser, url: string): Promise<Drawn> =>
  measure(
    browser,
    url,
    '/monitor/history?devices=1&period=range&day=2025-09-01&until=2025-09-30',
    '[data-part=chart] canvas',
    '.u-over',
    ['Shift'],
  )

const openPlain = (browser: Browser, url: string): Promise<Drawn> =>
  measure(browser, url, '/', '.recharts-line-curve', '.recharts-wrapper', [])

/** @param keys keys held while dragging */
async function measure(
  browser: Browser,
  url: string,
  path: string,
  curve: string,
  plot: string,
  keys: readonly string[],
): Promise<Drawn> {
  const { page, context } = await openPage(browser, url)
  context.setDefaultTimeout(120_000)
  // tsx wraps named functions in a helper that the page lacks.
  await context.addInitScript('globalThis.__name = (named) => named')
  await page.addInitScript((wanted) => {
    localStorage.setItem('token', 'bench')
    localStorage.setItem('login', '1')
    const look = () => {
      if (document.querySelector(wanted)) performance.mark('curve')
      else requestAnimationFrame(look)
    }
    requestAnimationFrame(look)
  }, curve)
  let arrived = 0
  page.on('requestfinished', (request) => {
    if (request.url().includes(CALL) && arrived === 0)
      arrived = request.timing().startTime + request.timing().responseEnd
  })
  await page.goto(path)
  await page.locator(curve).first().waitFor()
  const ms =
    (await page.evaluate(() => performance.timeOrigin + (performance.getEntriesByName('curve')[0]?.startTime ?? 0))) -
    arrived
  const box = await page.locator(plot).first().boundingBox()
  if (!box) throw new Error('there is no chart')
  await page.mouse.move(box.x + box.width / 2, box.y + box.height / 2)
  // Zooms in to half of it, so that there is room to pan.
  await turn(page, -200)
  for (const key of keys) await page.keyboard.down(key)
  const pan = await framesOf(page, 2000, async (at) => {
    if (at === 0) await page.mouse.down()
    await page.mouse.move(box.x + box.width / 2 + 150 * Math.sin(at / 20), box.y + box.height / 2)
  })
  await page.mouse.up()
  for (const key of keys) await page.keyboard.up(key)
  const zoom = await framesOf(page, 2000, (at) => turn(page, at % 40 < 20 ? -10 : 10))
  await context.close()
  return { ms: Math.max(0, ms), pan, zoom }
}

async function turn(page: Page, by: number): Promise<void> {
  await page.keyboard.down('Control')
  await page.mouse.wheel(0, by)
  await page.keyboard.up('Control')
}
