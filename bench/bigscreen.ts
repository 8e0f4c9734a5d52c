import { fileURLToPath } from 'node:url'
import type { CDPSession, Page } from 'playwright-core'
import { launchBrowser, openPage } from '../tests/support/browser.ts'
import { startStub, type Stub } from './monitorStub.ts'
import { figure, median, type Bench } from './report.ts'

const DEVICES = 10_000
const NODES = 8
const CHANGING = 0.05
const POLLS = 10
/** Polls of an hour. */
const HOUR = 180
const folder = process.env['CONSOLE_DIR'] ?? fileURLToPath(new URL('../dist/console', import.meta.url))

/** /BigScreen with 10,000 devices: what a poll and a step of the carousel cost, what an hour leaves behind, how smoothly it moves. */
const bench: Bench = async () => {
  const stub = await startStub({ devices: DEVICES, nodes: NODES, changing: CHANGING, folder })
  const browser = await launchBrowser()
  try {
    const rows: (string | number)[][] = []
    for (const [width, height] of [[1920, 1080], [3840, 2160]] as const) {
      const { page, context } = await openPage(browser, stub.url, { viewport: { width, height } })
      // What tsx writes around named functions is not there in the page.
      await context.addInitScript('globalThis.__name = (named) => named')
      await context.addInitScript(() => {
        localStorage.setItem('token', 'bench')
        localStorage.setItem('login', '1')
      })
      rows.push([`${width} x ${height}`, ...(await measure(page, stub))])
      await context.close()
    }
    return [
      {
        title: 'Big screen in the browser',
        how: `${DEVICES.toLocaleString('en')} devices of ${NODES} values, 5 % of the values change from poll to poll; Chromium without a GPU. Script is processor
time of the page's thread, React included, median of ${POLLS}; the hour is ${HOUR} polls asked for one after the other, garbage collected before each look.`,
        columns: ['window', 'first card ms', 'poll script ms', 'carousel step script ms', 'fps of a step', 'worst frame ms', 'heap MB', 'heap MB after an hour of polls', 'elements'],
        rows,
        aim: 'at most 20 ms of script per poll, 60 fps, and an hour that leaves nothing behind.',
      },
    ]
  } finally {
    await browser.close()
    stub.close()
  }
}
export default bench

async function measure(page: Page, stub: Stub): Promise<(string | number)[]> {
  const begun = performance.now()
  await page.goto('/BigScreen')
  await page.locator('.big-card').first().waitFor({ timeout: 60_000 })
  const first = performance.now() - begun
  const cdp = await page.context().newCDPSession(page)
  await cdp.send('Performance.enable', { timeDomain: 'threadTicks' })
  // It goes on by hand only, so that a step and a poll do not fall together.
  await page.locator('.big-live-tools .big-icon').first().click()
  const polls: number[] = []
  for (let at = 0; at < POLLS; at++) polls.push(await costOf(cdp, page, () => poll(page, stub)))
  const steps: number[] = []
  const moves: { fps: number; worst: number }[] = []
  for (let at = 0; at < POLLS; at++) steps.push(await costOf(cdp, page, async () => void moves.push(await step(page))))
  const before = await heap(cdp)
  for (let at = 0; at < HOUR; at++) await poll(page, stub)
  const after = await heap(cdp)
  return [figure(first), figure(median(polls)), figure(median(steps)), figure(median(moves.map(({ fps }) => fps))), figure(Math.max(...moves.map(({ worst }) => worst))), figure(before), figure(after), await page.locator('*').count()]
}

/** Asks as if the network were back, and waits for what came of it. */
async function poll(page: Page, stub: Stub): Promise<void> {
  const polls = stub.polls()
  await page.evaluate(() => void window.dispatchEvent(new Event('online')))
  while (stub.polls() === polls) await page.waitForTimeout(20)
  await page.waitForTimeout(250)
}

/** One step of the carousel by its button: frames while it moves. */
const step = (page: Page): Promise<{ fps: number; worst: number }> =>
  page.evaluate(
    () =>
      new Promise<{ fps: number; worst: number }>((resolve) => {
        const gaps: number[] = []
        document.querySelector<HTMLElement>('.big-live-tools .big-icon:last-child')?.click()
        const begun = performance.now()
        let last = begun
        const frame = (now: number) => {
          gaps.push(now - last)
          last = now
          if (now - begun < 650) requestAnimationFrame(frame)
          else resolve({ fps: (1000 * gaps.length) / (now - begun), worst: Math.max(...gaps) })
        }
        requestAnimationFrame(frame)
      }),
  )

/** Script time of the page's thread while something happens and until it is drawn, ms. */
async function costOf(cdp: CDPSession, page: Page, happen: () => Promise<void>): Promise<number> {
  const started = await scriptMs(cdp)
  await happen()
  await page.evaluate(() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done))))
  return (await scriptMs(cdp)) - started
}

async function scriptMs(cdp: CDPSession): Promise<number> {
  const { metrics } = await cdp.send('Performance.getMetrics')
  return 1000 * (metrics.find(({ name }) => name === 'ScriptDuration')?.value ?? 0)
}

async function heap(cdp: CDPSession): Promise<number> {
  await cdp.send('HeapProfiler.collectGarbage')
  const { usedSize } = await cdp.send('Runtime.getHeapUsage')
  return usedSize / 1e6
}
