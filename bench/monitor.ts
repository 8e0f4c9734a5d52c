import { fileURLToPath } from 'node:url'
import type { CDPSession, Page } from 'playwright-core'
import { launchBrowser, openPage } from '../tests/support/browser.ts'
import { startStub, type Stub } from './monitorStub.ts'
import { figure, median, type Bench } from './report.ts'

const DEVICES = 10_000
const NODES = 8
const CHANGING = 0.05
const REFRESHES = 10
const folder = process.env['CONSOLE_DIR'] ?? fileURLToPath(new URL('../dist/console', import.meta.url))

/** /monitor/data in a real browser with 10,000 devices of 8 values: what a refresh costs the page, how it scrolls, what it keeps. */
const bench: Bench = async () => {
  const stub = await startStub({ devices: DEVICES, nodes: NODES, changing: CHANGING, folder })
  const browser = await launchBrowser()
  try {
    const rows: (string | number)[][] = []
    for (const layout of ['rows', 'cards'] as const) {
      const { page, context } = await openPage(browser, stub.url)
      // What tsx writes around named functions is not there in the page.
      await context.addInitScript('globalThis.__name = (named) => named')
      await context.addInitScript(() => {
        localStorage.setItem('token', 'bench')
        localStorage.setItem('login', '1')
      })
      rows.push([layout, ...(await measure(page, stub, `/monitor/data?layout=${layout}`))])
      await context.close()
    }
    return [
      {
        title: 'Real-time list in the browser',
        how: `${DEVICES.toLocaleString('en')} devices of ${NODES} values, 5 % of the values change from poll to poll; Chromium without a GPU,
median of ${REFRESHES} refreshes. Script is processor time of the page's thread, React and drawing included; the answer is read in a worker.`,
        columns: ['layout', 'first list ms', 'refresh script ms', 'scroll fps', 'worst frame ms', 'heap MB', `heap MB after ${REFRESHES}`, 'elements'],
        rows,
        aim: 'at most 10 ms of script per refresh.',
      },
    ]
  } finally {
    await browser.close()
    stub.close()
  }
}
export default bench

async function measure(page: Page, stub: Stub, path: string): Promise<(string | number)[]> {
  const begun = performance.now()
  await page.goto(path)
  await page.locator('[data-index="0"]').waitFor({ timeout: 60_000 })
  const first = performance.now() - begun
  const cdp = await page.context().newCDPSession(page)
  await cdp.send('Performance.enable', { timeDomain: 'threadTicks' })
  const before = await heap(cdp)
  const costs: number[] = []
  for (let at = 0; at < REFRESHES; at++) costs.push(await refresh(page, cdp, stub))
  const after = await heap(cdp)
  const { fps, worst } = await scroll(page)
  const elements = await page.locator('*').count()
  return [figure(first), figure(median(costs)), figure(fps), figure(worst), figure(before), figure(after), elements]
}

/** Script time of the page from a press on "refresh" until its changes are drawn, ms; the time nothing happens costs nothing. */
async function refresh(page: Page, cdp: CDPSession, stub: Stub): Promise<number> {
  const polls = stub.polls()
  const started = await scriptMs(cdp)
  await page.locator('.monitor-button').first().evaluate((button: HTMLElement) => button.click())
  while (stub.polls() === polls) await page.waitForTimeout(50)
  await page.locator('.monitor-ring:not(.monitor-ring--busy)').waitFor()
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

/** Scrolls the list by 120 px a frame for 3 s. */
const scroll = (page: Page): Promise<{ fps: number; worst: number }> =>
  page.evaluate(
    () =>
      new Promise<{ fps: number; worst: number }>((resolve) => {
        const list = document.querySelector('[data-index]')?.closest('.monitor-rows, .monitor-cards')
        const gaps: number[] = []
        let last = performance.now()
        const begun = last
        const step = (now: number) => {
          gaps.push(now - last)
          last = now
          list?.scrollBy(0, 120)
          if (now - begun < 3000) requestAnimationFrame(step)
          else resolve({ fps: (1000 * gaps.length) / (now - begun), worst: Math.max(...gaps) })
        }
        requestAnimationFrame(step)
      }),
  )
