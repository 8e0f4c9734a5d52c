import { fileURLToPath } from 'node:url'
import type { Browser, Page } from 'playwright-core'
import { launchBrowser } from '../tests/support/browser.ts'
import { startStub, type Stub } from './monitorStub.ts'
import { meterOf, signedInPage, type PageMeter } from './pageMeter.ts'
import { figure, median, type Bench } from './report.ts'

const DEVICES = 10_000
const NODES = 8
const CHANGING = 0.05
/**
 * Devices whose alarm changes from poll to poll: this makes the page compute lists, counts and the order of the cards
 * anew.
 */
const ALARMING = 20
const ROUNDS = 10
/** Polls before the measurement: the screen runs for weeks, not for a minute. */
const WARM = 5
const POLL = 20_000
/** Polls of an hour, and the polls after which retained memory is measured. */
const HOUR = 180
const LOOKS = [0, 45, 90, HOUR]
const WINDOWS = [
  [1920, 1080],
  [3840, 2160],
] as const
const folder = process.env['CONSOLE_DIR'] ?? fileURLToPath(new URL('../dist/console', import.meta.url))

/**
 * Measures /BigScreen with 10,000 devices: the cost of a poll and of a carousel step, how smoothly the carousel moves,
 * and what an hour leaves in memory.
 */
const bench: Bench = async () => {
  const stub = await startStub({
    devices: DEVICES,
    nodes: NODES,
    changing: CHANGING,
    alarming: ALARMING,
    folder,
    answer: others,
  })
  const browser = await launchBrowser()
  try {
    const costs: (string | number)[][] = []
    let retained: Retained[] = []
    for (const [width, height] of WINDOWS) {
      const frames = await framesOf(browser, stub, { width, height })
      const { page, context } = await signedInPage(browser, stub.url, { width, height })
      await page.clock.install()
      const meter = await meterOf(page)
      const { first, polls, steps } = await costsOf(page, meter, stub)
      costs.push([
        `${width} x ${height}`,
        figure(first),
        figure(median(polls)),
        figure(Math.max(...polls)),
        figure(median(steps)),
        frames.ours,
        frames.plain,
        await page.locator('*').count(),
      ])
      // Measured once: retained memory does not depend on the window.
      if (retained.length === 0) retained = await hourOf(page, meter, stub)
      await context.close()
    }
    return [
      {
        title: 'Big screen in the browser',
        how: `${DEVICES.toLocaleString('en')} devices of ${NODES} values; from poll to poll 5 % of the values change and ${ALARMING} devices go into alarm or out of it. Chromium without a GPU: every
frame is painted by the processor, so frames per second are the least to expect. Script is processor time of the page's thread, React included, median of
${ROUNDS} after ${WARM} more; the answer is read in a worker. Frames are those of a step of the carousel (600 ms), beside those of an
empty page on which one box of one colour moves as far.`,
        columns: [
          'window',
          'first card ms',
          'poll script ms',
          'worst ms',
          'carousel step script ms',
          'fps of a step',
          'plain: fps',
          'elements',
        ],
        rows: costs,
        aim: 'at most 20 ms of script per poll, 60 fps.',
      },
      {
        title: 'An hour of the big screen',
        how: `The page's clock is moved by 20 s as often as the platform has answered a poll, until ${HOUR} polls are in: an hour with all of its 3,600 seconds of the clock, 450 steps of
the carousel, alarm counts each minute and curves each other minute, in some minutes of real time, at ${WINDOWS[0].join(' x ')}. Nodes and listeners count also what is no longer in the
document and not let go of. Garbage is collected before each look.`,
        columns: [
          'what is kept',
          ...LOOKS.map((polls) => (polls === 0 ? 'at first' : `after ${(polls * POLL) / 60_000} min`)),
        ],
        rows: RETAINED.map(([what, unit]) => [unit, ...retained.map((look) => figure(look[what]))]),
        aim: 'an hour leaves nothing behind.',
      },
    ]
  } finally {
    await browser.close()
    stub.close()
  }
}
export default bench

type Retained = Awaited<ReturnType<PageMeter['retained']>>

const RETAINED = [
  ['heap', 'heap MB'],
  ['nodes', 'DOM nodes'],
  ['listeners', 'event listeners'],
] as const

/** Answers the calls besides the live state: alarm records, and a curve as fine as the screen requests. */
function others(path: string): { status: number; body: unknown } | undefined {
  const answer = (data: unknown) => ({ status: 200, body: { code: 0, msg: '', data } })
  if (path === 'godbThresholdlogByTimeOrId') return answer({ list: [], total: 128 })
  if (path === 'godbThreshold') return answer({ list: [], total: 0 })
  if (path === 'capabilities') return answer({ extensions: [] })
  const [name, , from = '0', to = '0'] = path.split('/')
  if (name !== 'godbAllHistoricaldataByIdToJson') return undefined
  const [begin, step] = [Number(from), (Number(to) - Number(from)) / 1600]
  const nodes = Array.from({ length: NODES }, (_, at) => ({
    id: at + 1,
    alias: `N${at + 1}`,
    unitname: 'ppm',
    registertype: 3,
    node_script: '',
  }))
  const line = (id: number) =>
    Array.from({ length: 1600 }, (_, at) => [
      Math.round(begin + at * step),
      Math.round(500 + 300 * Math.sin(at / 90 + id)) / 10,
    ])
  return answer({ nodeArr: nodes, dataset: nodes.map(({ id }) => ({ nodemapid: id, data: line(id) })) })
}

/** Opens the screen and stops the carousel, which is then moved by hand. */
async function openScreen(page: Page): Promise<number> {
  const begun = performance.now()
  await page.goto('/BigScreen')
  await page.locator('main article').first().waitFor({ timeout: 60_000 })
  const first = performance.now() - begun
  await page.locator('[data-panel=history] canvas').waitFor()
  return first
}

/** Frames of carousel steps in real time, and of one moving box on an empty page. */
async function framesOf(
  browser: Browser,
  stub: Stub,
  viewport: { width: number; height: number },
): Promise<{ ours: string; plain: string }> {
  const { page, context } = await signedInPage(browser, stub.url, viewport)
  await openScreen(page)
  await page.locator(STOP).click()
  const ours = await framesAsked(page)
  await page.setContent(`<body style="background:#060a14"><i aria-roledescription="carousel"><button></button></i><b style="position:absolute;width:58%;height:40%;background:#14224a"></b>
<script>document.querySelector('button').onclick = () => document.querySelector('b').animate([{ transform: 'none' }, { transform: 'translateX(40%)' }], 600)</script>`)
  const plain = await framesAsked(page)
  await context.close()
  return { ours, plain }
}

const STOP = '[aria-roledescription=carousel] button:nth-last-child(3)'

async function framesAsked(page: Page): Promise<string> {
  const moves: number[] = []
  for (let at = 0; at < ROUNDS; at++) moves.push(await page.evaluate(framesOfStep))
  return figure(median(moves))
}

/** Runs in the page: frames per second from a press on "next" until the slide stands. */
const framesOfStep = (): Promise<number> =>
  new Promise((resolve) => {
    document.querySelector<HTMLElement>('[aria-roledescription=carousel] button:last-child')?.click()
    const begun = performance.now()
    let frames = 0
    const frame = (now: number) => {
      frames++
      if (now - begun < 600) requestAnimationFrame(frame)
      else resolve((1000 * frames) / (now - begun))
    }
    requestAnimationFrame(frame)
  })

/** Measures single polls and steps, on a page whose clock this process moves. */
async function costsOf(page: Page, meter: PageMeter, stub: Stub) {
  const first = await openScreen(page)
  // From here on the page only does what the bench triggers: a jump of the clock would look like a sleep to the page,
  // and make it request everything anew.
  await page.clock.pauseAt((await page.evaluate(() => Date.now())) + 1000)
  for (let at = 0; at < WARM; at++) await poll(page, stub, () => page.clock.runFor(POLL))
  const [polls, steps]: [number[], number[]] = [[], []]
  for (let at = 0; at < ROUNDS; at++) {
    await page.clock.runFor(POLL - 500)
    polls.push(await meter.scriptOf(() => poll(page, stub, () => page.clock.runFor(1000))))
  }
  for (let at = 0; at < ROUNDS; at++)
    steps.push(
      await meter.scriptOf(() =>
        settled(page, () => page.locator('[aria-roledescription=carousel] button:last-child').click()),
      ),
    )
  return { first, polls, steps }
}

/** Measures an hour that passes by itself, without a pointer on the carousel. */
async function hourOf(page: Page, meter: PageMeter, stub: Stub): Promise<Retained[]> {
  await page.mouse.move(0, 0)
  const retained: Retained[] = []
  for (let at = 0; at <= HOUR; at++) {
    if (LOOKS.includes(at)) retained.push(await meter.retained())
    if (at < HOUR) await poll(page, stub, () => page.clock.runFor(POLL))
  }
  return retained
}

/** Moves the clock until a poll has been answered, and gives the page time to process the answer. */
async function poll(page: Page, stub: Stub, move: () => Promise<void>): Promise<void> {
  const before = stub.polls()
  await settled(page, move)
  while (stub.polls() === before) await settled(page, () => page.clock.runFor(1000))
  await page.waitForTimeout(DECODE_MS)
}

/** Triggers something on the page, and waits for React's work on it. */
async function settled(page: Page, happen: () => Promise<void>): Promise<void> {
  await happen()
  await page.waitForTimeout(60)
}

/** Time for which the worker reads an answer of 20 MB, approximately, ms. */
const DECODE_MS = 500
