import { readFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { fileURLToPath } from 'node:url'
import type * as leafletTypes from 'leaflet'
import type { Browser, Page } from 'playwright-core'
import { launchBrowser, openPage } from '../tests/support/browser.ts'
import { fieldPicture, type FieldQuestion } from '../src/map/field/field.ts'
import { MAX_PIXELS } from '../src/map/field/paint.ts'
import { ALL, DRAWINGS, questionOf, REACH, STATIONS } from './fieldQuestion.ts'
import { startStub } from './monitorStub.ts'
import { framesOf, type Frames } from './pageMeter.ts'
import { figure, median, type Bench, type Table } from './report.ts'
import { serveStockApp } from './stockApp.ts'

const DEVICES = 10_000
const RUNS = 3
const folder = process.env['CONSOLE_DIR'] ?? fileURLToPath(new URL('../dist/console', import.meta.url))

/**
 * Measures the map of 10,000 devices in a real browser: how soon its marks are there after the answer, and how smoothly
 * it pans. For comparison Leaflet's own markers, one for each device.
 */
const bench: Bench = async () => {
  const states = placed()
  const stub = await startStub({
    devices: 1,
    nodes: 1,
    changing: 1,
    folder,
    answer: (path) =>
      path === 'godbDeviceState' ? { status: 200, body: { code: 0, msg: '', data: states } } : undefined,
  })
  const browser = await launchBrowser()
  try {
    const rows: (string | number)[][] = []
    for (const [way, open] of [
      ['map mode', openOurs],
      ['plain Leaflet markers', openPlain],
    ] as const) {
      const usable: number[] = []
      const pans: { fps: number; worst: number }[] = []
      let elements = 0
      for (let run = 0; run < RUNS; run++) {
        const { page, context } = await openPage(browser, stub.url)
        // tsx wraps named functions in a helper that the page lacks.
        await context.addInitScript('globalThis.__name = (named) => named')
        usable.push(await open(page, states))
        pans.push(await pan(page))
        elements = await page.locator('*').count()
        await context.close()
      }
      rows.push([
        way,
        figure(median(usable)),
        figure(median(pans.map(({ fps }) => fps))),
        figure(median(pans.map(({ worst }) => worst))),
        elements,
      ])
    }
    return [
      {
        title: 'Map in the browser',
        how: `${DEVICES.toLocaleString('en')} devices around the default centre at zoom 10, 1440 × 900, Chromium without a GPU, median of ${RUNS} loads. Usable: from the answer's last byte until marks are drawn.`,
        columns: ['way', 'usable ms', 'pan fps', 'worst frame ms', 'elements'],
        rows,
        aim: 'usable within 500 ms, 60 fps.',
      },
      field(await drawnIn(browser)),
    ]
  } finally {
    await browser.close()
    stub.close()
  }
}
export default bench

/**
 * Measures the computation of the interpolated field, beside evaluating every station at every point; and a browser's
 * time to lay it over the map.
 */
function field({ usual, wide, dense, large, laid, workedOut, painted }: Drawn): Table {
  // Processor time instead of elapsed time: other programs may share the machine.
  const timed = (draw: () => unknown): string => {
    const times = Array.from({ length: DRAWINGS }, () => {
      const before = process.cpuUsage()
      draw()
      return Object.values(process.cpuUsage(before)).reduce((sum, part) => sum + part, 0) / 1000
    })
    return figure(median(times))
  }
  const question = questionOf(REACH)
  return {
    title: 'Field on the map',
    how: `${STATIONS} stations over 1440 × 850 px and what lies around them, grid of ${question.step} px, painted in at most ${MAX_PIXELS.toLocaleString('en')} pixels, isolines at five limits and between; median of ${DRAWINGS} drawings of each. Worked out: in Node, processor time. By the worker: in Chromium without a GPU, worked out and painted, from the question to the picture; its parts timed in the same browser, handed over being what is left. On the page's thread: laying that picture over the map, and the frame that shows it.`,
    columns: ['way', 'ms a drawing'],
    rows: [
      [`worked out, reach ${REACH} px`, timed(() => fieldPicture(question))],
      ['worked out, every station reaches all', timed(() => fieldPicture(questionOf(ALL)))],
      ['plain inverse distance, no isolines', timed(() => plainField(question))],
      [`by the worker, reach ${REACH} px`, figure(median(usual))],
      ['of which worked out', figure(median(workedOut))],
      ['of which painted', figure(median(painted))],
      ['of which handed over', figure(Math.max(0, median(usual) - median(workedOut) - median(painted)))],
      ['by the worker, every station reaches all', figure(median(wide))],
      ['by the worker, two pixels of the screen a px', figure(median(dense))],
      ['by the worker, a map of 3840 × 2160 px', figure(median(large))],
      ["on the page's thread", figure(median(laid))],
      ["on the page's thread, the longest", figure(Math.max(...laid))],
    ],
    aim: "under 50 ms a drawing in the worker, and no task of more on the page's thread.",
  }
}

/**
 * Times of each drawing in a browser, ms: the worker's with the usual reach and with stations that reach every point,
 * and the page's.
 */
interface Drawn {
  usual: number[]
  wide: number[]
  /** With the usual reach on a screen of two device pixels a px, and over a map of 3840 × 2160 px. */
  dense: number[]
  large: number[]
  laid: number[]
  /** Times of computing and of painting the usual field. */
  workedOut: number[]
  painted: number[]
}

async function drawnIn(browser: Browser): Promise<Drawn> {
  const app = await serveStockApp('field')
  try {
    const { page, context } = await openPage(browser, app.url)
    await page.goto('/')
    const root = page.locator('#root[data-drawn]')
    await root.waitFor()
    const drawn = JSON.parse((await root.getAttribute('data-drawn')) ?? '') as Drawn
    await context.close()
    return drawn
  } finally {
    app.close()
  }
}

function plainField({ width, height, step, xs, ys, values }: FieldQuestion): number[] {
  const found: number[] = []
  for (let y = 0; y <= height; y += step)
    for (let x = 0; x <= width; x += step) {
      let [sum, weights] = [0, 0]
      for (const [at, value] of values.entries()) {
        const weight = 1 / Math.max(((xs[at] ?? 0) - x) ** 2 + ((ys[at] ?? 0) - y) ** 2, 0.25)
        sum += weight * value
        weights += weight
      }
      found.push(sum / weights)
    }
  return found
}

interface Placed {
  id: number
  positional: { String: string; Valid: boolean }
}

function placed(): Placed[] {
  const chance = (n: number) => Math.abs(Math.sin(n * 127.1) * 43_758.5453) % 1
  const none = { String: '', Valid: false }
  return Array.from({ length: DEVICES }, (_, at) => ({
    id: at + 1,
    sn: String(1_869_000_000 + at),
    sn_value: none,
    name: `空气微站 ${at + 1}`,
    district_id: 2,
    project_id: 1,
    gateway_id: 1,
    devicetype_id: 4,
    sort_num: 0,
    control_state: 0,
    deviceisonline: at % 13 === 7 ? 0 : 1,
    getewayisonline: 1,
    thre_list: at % 40 === 0 ? [1] : [],
    json_data: none,
    nodestatelist: [],
    positional: {
      String: JSON.stringify({ maplng: 114.2 + 0.65 * chance(at), maplat: 37.85 + 0.4 * chance(at + 0.5) }),
      Valid: true,
    },
  }))
}

/** Opens map mode; returns ms from the arrival of the states to the first mark. */
async function openOurs(page: Page): Promise<number> {
  await page.addInitScript(() => {
    localStorage.setItem('token', 'bench')
    localStorage.setItem('login', '1')
    const look = () => {
      if (document.querySelector('.leaflet-marker-icon')) performance.mark('marks')
      else requestAnimationFrame(look)
    }
    requestAnimationFrame(look)
  })
  let arrived = 0
  page.on('requestfinished', (request) => {
    if (request.url().includes('godbDeviceState') && arrived === 0)
      arrived = request.timing().startTime + request.timing().responseEnd
  })
  await page.goto('/monitor/data?mode=map')
  await page.locator('.leaflet-marker-icon:has(text)').first().waitFor({ timeout: 60_000 })
  const drawn = await page.evaluate(
    () => performance.timeOrigin + (performance.getEntriesByName('marks')[0]?.startTime ?? 0),
  )
  return Math.max(0, drawn - arrived)
}

/**
 * The plain way in the same page size: one Leaflet marker a device; returns ms from the answer to the end of the
 * drawing.
 */
async function openPlain(page: Page, states: readonly Placed[]): Promise<number> {
  const leaflet = createRequire(import.meta.url).resolve('leaflet/dist/leaflet.js')
  const places = states.map(({ positional }) => JSON.parse(positional.String) as { maplng: number; maplat: number })
  await page.route('**/plain', (route) =>
    route.fulfill({ contentType: 'text/html', body: '<div id="map" style="height:850px"></div>' }),
  )
  await page.goto('/plain')
  await page.addStyleTag({ content: await readFile(leaflet.replace('leaflet.js', 'leaflet.css'), 'utf8') })
  await page.addScriptTag({ content: await readFile(leaflet, 'utf8') })
  return page.evaluate(async (points) => {
    const { L } = globalThis as unknown as { L: typeof leafletTypes }
    const begun = performance.now()
    const map = L.map('map', { center: [38.057_64, 114.519_799], zoom: 10, maxZoom: 20 })
    for (const { maplng, maplat } of points)
      L.marker([maplat, maplng], { icon: L.divIcon({ className: 'map-pin' }) }).addTo(map)
    await new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)))
    return performance.now() - begun
  }, places)
}

/** Drags the map to and fro for 3 s. */
async function pan(page: Page): Promise<Frames> {
  await page.mouse.move(900, 500)
  await page.mouse.down()
  const frames = await framesOf(page, 3000, (at) =>
    page.mouse.move(900 + 250 * Math.sin(at / 20), 500 + 100 * Math.cos(at / 20)),
  )
  await page.mouse.up()
  return frames
}
