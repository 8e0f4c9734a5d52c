/**
 * Returns the milliseconds until the next whole second; never 0, so that a timer that fires slightly early waits again.
 */
export const untilNextSecond = (now: number): number => 1000 - (((now % 1000) + 1000) % 1000)

/** A longer interval between ticks means that the machine or the tab slept, ms. */
const MAX_TICK_INTERVAL_MS = 5000

/**
 * Calls `tick` at the start of each second, and `woken` after the machine or the tab has slept. Each tick is scheduled
 * from the clock itself, so that no drift accumulates over weeks. Returns a function that stops it.
 */
export function startClock(tick: (now: number) => void, woken: () => void): () => void {
  let last = Date.now()
  let timer: ReturnType<typeof setTimeout>
  const run = () => {
    const now = Date.now()
    // A clock that was set back counts as sleep as well.
    const slept = Math.abs(now - last) > MAX_TICK_INTERVAL_MS
    last = now
    timer = setTimeout(run, untilNextSecond(now))
    tick(now)
    if (slept) woken()
  }
  timer = setTimeout(run, untilNextSecond(last))
  return () => clearTimeout(timer)
}
