import type { Browser, CDPSession, Page } from 'playwright-core'
import { openPage, type WatchedPage } from '../tests/support/browser.ts'

/** Opens a page of a user who is signed in at the stub. */
export async function signedInPage(
  browser: Browser,
  url: string,
  viewport: { width: number; height: number },
): Promise<WatchedPage> {
  const watched = await openPage(browser, url, { viewport })
  // tsx wraps named functions in a helper that the page lacks.
  await watched.context.addInitScript('globalThis.__name = (named) => named')
  await watched.context.addInitScript(() => {
    localStorage.setItem('token', 'bench')
    localStorage.setItem('login', '1')
  })
  return watched
}

/** What a page costs its thread, and the memory it keeps. */
export interface PageMeter {
  /** Script time of the page's thread while `happen` runs, ms: processor time, React included. */
  scriptOf(happen: () => Promise<void>): Promise<number>
  /**
   * What remains after garbage collection: heap in MB, document nodes (also detached ones that are still referenced),
   * listeners.
   */
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
      // Twice: objects that the first collection only releases are freed by the second.
      for (let round = 0; round < 2; round++) await cdp.send('HeapProfiler.collectGarbage')
      const { usedSize } = await cdp.send('Runtime.getHeapUsage')
      const { nodes, jsEventListeners } = await cdp.send('Memory.getDOMCounters')
      return { heap: usedSize / 1e6, nodes, listeners: jsEventListeners }
    },
  }
}

/** Frames a second over a period, and the longest frame, ms. */
export interface Frames {
  fps: number
  worst: number
}

/** Measures the frames of a period of `ms`, with a call of `happen` about every 16 ms. */
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
