import { rmSync } from 'node:fs'
import { constants, setPriority } from 'node:os'
import { fileURLToPath } from 'node:url'
import type { Browser, Page } from 'playwright-core'
import { launchBrowser } from '../tests/support/browser.ts'
import { startStub, type Stub } from './monitorStub.ts'
import { meterOf, signedInPage } from './pageMeter.ts'
import { figure, median, type Bench } from './report.ts'
import { buildStockApp } from './stockApp.ts'

const DEVICES = 10_000
/** Devices of a city: pages receive what has changed in it since their version. */
const CITY = 100_000
const NODES = 8
const CHANGING = 0.05
/** Number of first loads of the list, and of refreshes after that. */
const LOADS = 5
const REFRESHES = 60
const folder = process.env['CONSOLE_DIR'] ?? fileURLToPath(new URL('../dist/console', import.meta.url))

/** A list of devices in a browser: its address, the elements that show it is there, and how it is refreshed. */
interface Candidate {
  name: string
  devices: number
  folder: string
  path: string
  row: string
  /** Element that is there once the list has all its devices. */
  whole: string
  scroller: string
  loads: number
  refreshes: number
  refresh: (page: Page) => Promise<void>
}

/**
 * Measures /monitor/data with 10,000 devices of 8 values beside react-admin's own list of the same answer, and with a
 * city's devices: when it shows, what a refresh costs, how it scrolls, what it keeps in memory.
 */
const bench: Bench = async () => {
  const stock = await buildStockApp('stockList')
  const browser = await launchBrowser()
  // The platform, in this process, stands for another machine: it yields to the browser, which was started before and
  // keeps its priority.
  setPriority(constants.priority.PRIORITY_LOW)
  const ours = (layout: 'rows' | 'cards', devices = DEVICES): Candidate => ({
    name: `ours, ${layout}${devices === DEVICES ? '' : `, ${figure(devices)} devices`}`,
    devices,
    folder,
    path: `/monitor/data?layout=${layout}`,
    row: '[data-index="0"]',
    whole: '[aria-rowcount]:not([aria-rowcount="-1"])',
    scroller: '[aria-rowcount]',
    loads: LOADS,
    refreshes: REFRESHES,
    refresh: async (page) => {
      await page
        .locator('[data-part=refresh] + button')
        .first()
        .evaluate((button: HTMLElement) => button.click())
    },
  })
  const plain = (perPage: number, loads: number, refreshes: number): Candidate => ({
    name: `react-admin list, ${figure(perPage)} on its page`,
    devices: DEVICES,
    folder: stock,
    path: `/?perPage=${perPage}#/device`,
    row: 'td .first',
    whole: 'td .first',
    scroller: 'html',
    loads,
    refreshes,
    refresh: async (page) => {
      await page
        .locator('[aria-label="Refresh"]')
        .first()
        .evaluate((button: HTMLElement) => button.click())
    },
  })
  try {
    const rows: (string | number)[][] = []
    for (const candidate of [
      ours('rows'),
      ours('cards'),
      ours('rows', CITY),
      plain(100, LOADS, 10),
      plain(DEVICES, 1, 2),
    ])
      rows.push([candidate.name, ...(await measure(browser, candidate))])
    return [
      {
        title: 'Real-time list in the browser',
        how: `${DEVICES.toLocaleString('en')} devices of ${NODES} values (23 MB), 5 % of the values change from answer to answer; Chromium without a GPU; of ${figure(CITY)} only what changed comes after the first answer. "First rows" is the
time from the first byte of the answer to a frame with rows, "shown after" that from its last byte to the frame with the whole list, medians of ${LOADS} loads; "longest task"
is of the page's thread, from the answer's first byte on and over all refreshes. Script is processor time of that thread, React and drawing included, median; the answer is read in a worker. Heap is what is left after a collection,
before and after the refreshes (${REFRESHES}; 10 and 2 of the plain lists).`,
        columns: [
          'list',
          'first rows ms',
          'shown after ms',
          'longest task ms',
          'refresh script ms',
          'longest task ms',
          'scroll fps',
          'worst frame ms',
          'heap MB',
          'heap after MB',
          'elements',
        ],
        rows,
        aim: 'shown within 150 ms, at most 10 ms of script per refresh, no task over 50 ms, heap flat, 60 frames a second; of 100,000 devices first rows within 1 s, at most 20 ms of script per refresh, no task over 50 ms.',
      },
    ]
  } finally {
    await browser.close()
    rmSync(stock, { recursive: true, force: true })
  }
}
export default bench

async function measure(browser: Browser, candidate: Candidate): Promise<(string | number)[]> {
  const { devices } = candidate
  const stub = await startStub({
    devices,
    nodes: NODES,
    changing: CHANGING,
    versions: devices > DEVICES,
    folder: candidate.folder,
  })
  try {
    const shown: Shown[] = []
    for (let load = 1; load < candidate.loads; load++) {
      const { page, context } = await signedInPage(browser, stub.url, SIZE)
      shown.push(await open(page, candidate))
      await context.close()
    }
    const { page, context } = await signedInPage(browser, stub.url, SIZE)
    shown.push(await open(page, candidate))
    const meter = await meterOf(page)
    const before = await meter.retained()
    const costs: number[] = []
    await page.evaluate(() => void (window.benchTasks = []))
    for (let at = 0; at < candidate.refreshes; at++)
      costs.push(await meter.scriptOf(() => refresh(page, stub, candidate)))
    const longest = await page.evaluate(() => Math.max(0, ...window.benchTasks.map(({ duration }) => duration)))
    const after = await meter.retained()
    const { fps, worst } = await scroll(page, candidate.scroller)
    const elements = await page.locator('*').count()
    await context.close()
    return [
      figure(median(shown.map(({ first }) => first))),
      figure(median(shown.map(({ after: late }) => late))),
      figure(median(shown.map(({ longest: task }) => task))),
      figure(median(costs)),
      figure(longest),
      figure(fps),
      figure(worst),
      figure(before.heap),
      figure(after.heap),
      elements,
    ]
  } finally {
    stub.close()
  }
}

const SIZE = { width: 1440, height: 900 }

interface Shown {
  /** From the first byte of the answer to the frame that shows rows, ms. */
  first: number
  /** From the answer's last byte to the frame that shows the whole list, ms. */
  after: number
  /** The longest task since the answer began, ms; 0 where none exceeded 50 ms. */
  longest: number
}

declare global {
  interface Window {
    benchFirst?: number
    benchShown?: number
    benchTasks: { start: number; duration: number }[]
  }
}

/**
 * Opens the list for the first time. The browser reports both moments: when the network finished, and when the rows
 * were in a frame.
 */
async function open(page: Page, { path, row, whole }: Candidate): Promise<Shown> {
  await page.addInitScript(
    ([first, all]) => {
      window.benchTasks = []
      const tasks = new PerformanceObserver((list) => {
        for (const { startTime, duration } of list.getEntries())
          window.benchTasks.push({ start: performance.timeOrigin + startTime, duration })
      })
      tasks.observe({ type: 'longtask', buffered: true })
      const watch = (selector: string, name: 'benchFirst' | 'benchShown') => {
        const rows = new MutationObserver(() => {
          if (!document.querySelector(selector)) return
          rows.disconnect()
          // The frame after this one begins once this one has been drawn.
          requestAnimationFrame(() =>
            requestAnimationFrame(() => (window[name] = performance.timeOrigin + performance.now())),
          )
        })
        rows.observe(document, { childList: true, subtree: true, attributeFilter: ['aria-rowcount'] })
      }
      watch(first, 'benchFirst')
      watch(all, 'benchShown')
    },
    [row, whole] as const,
  )
  const answer = page.waitForEvent('requestfinished', {
    predicate: (request) => request.url().includes('godbDeviceState'),
    timeout: 60_000,
  })
  await page.goto(path)
  const { startTime, responseStart, responseEnd } = (await answer).timing()
  await page.waitForFunction(() => window.benchShown !== undefined, undefined, { timeout: 120_000 })
  await quiet(page)
  const { first, at, tasks } = await page.evaluate(() => ({
    first: window.benchFirst ?? NaN,
    at: window.benchShown ?? NaN,
    tasks: window.benchTasks,
  }))
  return {
    first: first - (startTime + responseStart),
    after: at - (startTime + responseEnd),
    longest: Math.max(
      0,
      ...tasks
        .filter(({ start, duration }) => start + duration > startTime + responseStart)
        .map(({ duration }) => duration),
    ),
  }
}

/** Presses "refresh" and waits until its changes are drawn; idle time is not counted. */
async function refresh(page: Page, stub: Stub, candidate: Candidate): Promise<void> {
  const polls = stub.polls()
  const answer = page.waitForEvent('requestfinished', {
    predicate: (request) => request.url().includes('godbDeviceState'),
    timeout: 60_000,
  })
  await candidate.refresh(page)
  await answer
  while (stub.polls() === polls) await page.waitForTimeout(20)
  await quiet(page)
}

/** Resolves once the page has been idle for a while: a task of more than 40 ms restarts the wait. */
const quiet = (page: Page): Promise<void> =>
  page.evaluate(
    () =>
      new Promise<void>((resolve) => {
        let last = performance.now()
        let calm = last
        const look = () => {
          const now = performance.now()
          if (now - last > 90) calm = now
          last = now
          if (now - calm > 400) resolve()
          else setTimeout(look, 50)
        }
        look()
      }),
  )

/**
 * Scrolls the list by 120 px a frame for 3 s, down and up in turn. Returns the median of all runs, and the worst frame
 * of the median run.
 */
async function scroll(page: Page, scroller: string): Promise<Scrolled> {
  const all: Scrolled[] = []
  for (let at = 0; at < SCROLLS; at++) {
    await quiet(page)
    all.push(await scrolled(page, scroller, at % 2 === 0 ? 120 : -120))
  }
  all.sort((a, b) => a.fps - b.fps)
  return all[(SCROLLS - 1) / 2] as Scrolled
}

const SCROLLS = 5

interface Scrolled {
  fps: number
  /** Time of the worst frame, ms. */
  worst: number
}

const scrolled = (page: Page, scroller: string, by: number): Promise<Scrolled> =>
  page.evaluate(
    ([selector, step]) =>
      new Promise<Scrolled>((resolve) => {
        const list = document.querySelector(selector)
        const gaps: number[] = []
        let last = performance.now()
        const begun = last
        const frame = (now: number) => {
          gaps.push(now - last)
          last = now
          list?.scrollBy(0, step)
          if (now - begun < 3000) requestAnimationFrame(frame)
          else resolve({ fps: (1000 * gaps.length) / (now - begun), worst: Math.max(...gaps) })
        }
        requestAnimationFrame(frame)
      }),
    [scroller, by] as const,
  )
