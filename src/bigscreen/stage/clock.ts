/** Milliseconds until the next whole second begins; never 0, so that a timer that is a little early asks once more. */
export const untilNextSecond = (now: number): number => 1000 - (((now % 1000) + 1000) % 1000)

/** Ticks further apart than this were not late but asleep. */
const ASLEEP = 5000

/**
 * Calls `tick` at the beginning of each second of the clock, and `woken` where the machine or the tab has slept in between. Each tick is planned anew from
 * the clock itself, so that nothing adds up over weeks. Answers the function that ends it.
 */
export function startClock(tick: (now: number) => void, woken: () => void): () => void {
  let last = Date.now()
  let timer: ReturnType<typeof setTimeout>
  const run = () => {
    const now = Date.now()
    // A clock that was set back counts as well.
    const slept = Math.abs(now - last) > ASLEEP
    last = now
    timer = setTimeout(run, untilNextSecond(now))
    tick(now)
    if (slept) woken()
  }
  timer = setTimeout(run, untilNextSecond(last))
  return () => clearTimeout(timer)
}
