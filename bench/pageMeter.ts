import type { Browser, CDPSession, Page } from 'playwright-core'
import { openPage, type WatchedPage } from '../tests/support/browser.ts'

/** A page of somebody who is signed in at the stub. */
export async function signedInPage(
  browser: Browser,
  url: string,
  viewport: { width: number; height: number },
): Promise<WatchedPage> {
  const watched = await openPage(browser, url, { viewport })
  // What tsx writes around named functions is not there in the page.
  await watched.context.addInitScript('globalThis.__name = (named) => named')
  await watched.context.addInitScript(() => {
    localStorage.setItem('token', 'bench')
    localStorage.setItem('login', '1')
  })
  return watched
}

/** What a page costs its thread, and what it keeps. */
export interface PageMeter {
  /** Script time of the page's thread while something happens, ms: processor time, React included. */
  scriptOf(happen: () => Promise<void>): Promise<number>
  /** What is left once garbage is collected: heap in MB, nodes of documents (also those taken out and not let go of), listeners. */
  retained(): Promise<{ heap: number; nodes: number; listeners: number }>
}

export async function meterOf(page: Page): Promise<PageMeter> {
  const cdp = await page.context().newCDPSession(page)
  await cdp.send('Performance.enable', { timeDomain: 'threadTicks' })
  return {
    scriptOf: async (happen) => {
      const started = await scriptMs(cdp)
      await happen()
      return (await scriptMs(cdp)) - started
    },
    retained: async () => {
      // Twice: what the first round only lets go of is gone with the second.
      for (let round = 0; round < 2; round++) await cdp.send('HeapProfiler.collectGarbage')
      const { usedSize } = await cdp.send('Runtime.getHeapUsage')
      const { nodes, jsEventListeners } = await cdp.send('Memory.getDOMCounters')
      return { heap: usedSize / 1e6, nodes, listeners: jsEventListeners }
    },
  }
}

/** Frames a second over a while, and the longest one, ms. */
export interface Frames {
  fps: number
  worst: number
}

/** Frames of so many ms in which something happens about every 16 ms. */
export async function framesOf(page: Page, ms: number, happen: (at: number) => Promise<void>): Promise<Frames> {
  const frames = page.evaluate(
    (whole) =>
      new Promise<Frames>((resolve) => {
        const gaps: number[] = []
        const begun = performance.now()
        let last = begun
        const step = (now: number) => {
          gaps.push(now - last)
          last = now
          if (now - begun < whole) requestAnimationFrame(step)
          else resolve({ fps: (1000 * gaps.length) / (now - begun), worst: Math.max(...gaps) })
        }
        requestAnimationFrame(step)
      }),
    ms,
  )
  const end = Date.now() + ms - 100
  for (let at = 0; Date.now() < end; at++) {
    await happen(at)
    await page.waitForTimeout(8)
  }
  return frames
}

async function scriptMs(cdp: CDPSession): Promise<number> {
  const { metrics } = await cdp.send('Performance.getMetrics')
  return 1000 * (metrics.find(({ name }) => name === 'ScriptDuration')?.value ?? 0)
}
