import { worseOf } from '../../../resources/kit/episode.ts'
import type { Journal } from '../journal.ts'
import type { Watch } from '../watch.ts'

/** Interval at which worse values are written, ms: a process that dies loses those of the last seconds. */
const WRITE_INTERVAL_MS = 5000

export type Peaks = ReturnType<typeof createPeaks>

/** Keeps the worst value of each alarm that lasts; written every few seconds, and when the alarm ends. */
export function createPeaks(journal: Pick<Journal, 'altered'>) {
  const worse = new Set<Watch>()
  let writtenAt = 0
  const write = (watches: Iterable<Watch>): void => {
    for (const watch of watches) {
      if (worse.delete(watch) && watch.peak) journal.altered(watch, { peak: watch.peak })
    }
  }
  return {
    write,
    flush: () => write([...worse]),
    /** Takes a value of an alarm that lasts; the value that it fired with is in its record already. */
    take(watch: Watch, value: number, at: number): void {
      const known = watch.peak?.value ?? watch.episode?.first ?? null
      if (known !== null && worseOf(watch.rule, known, value) === known) return
      watch.peak = { value, at }
      worse.add(watch)
    },
    tick(now: number): void {
      if (worse.size === 0 || Math.abs(now - writtenAt) < WRITE_INTERVAL_MS) return
      writtenAt = now
      write([...worse])
    },
  }
}
