import { gapsOf, type Range } from '../../chart/model.ts'
import type { HistoryNode } from './nodeLines.ts'
import { SAMPLES_PER_CHART } from './useDeviceHistory.ts'

/**
 * Returns how many samples there are and their interval, or how many are missing: "144 samples · one every 10 min".
 * Returns '' if the platform may have thinned them: it keeps up to four of each bucket, and all samples if their
 * interval is longer than a bucket.
 */
export function sampleWords(
  nodes: readonly HistoryNode[],
  fullRange: Range,
  translate: (key: string, options?: object) => string,
): string {
  const times = nodes.reduce<readonly number[]>(
    (longest, { cells: { times: own } }) => (own.length > longest.length ? own : longest),
    [],
  )
  if (times.length === 0) return ''
  const step = usualStep(times)
  if (times.length > 2 && step < (4 * (fullRange.to - fullRange.from)) / SAMPLES_PER_CHART) return ''
  const count = translate('history.samples', { count: times.length })
  if (times.length < 3) return count
  const missing =
    step === 0 ? 0 : gapsOf(times).reduce((sum, { from, to }) => sum + Math.round((to - from) / step) - 1, 0)
  if (missing > 0) return `${count} · ${translate('history.missing', { count: missing })}`
  const minutes = Math.round(step / 60_000)
  return step < 1000
    ? count
    : `${count} · ${minutes < 1 ? translate('history.everySeconds', { count: Math.round(step / 1000) }) : translate('history.everyMinutes', { count: minutes })}`
}

/** Returns the median interval, ms. */
const usualStep = (times: readonly number[]): number =>
  Float64Array.from(times.slice(1), (time, index) => time - (times[index] ?? 0)).toSorted()[(times.length - 1) >> 1] ??
  0
