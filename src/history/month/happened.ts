import type { Moment, Range } from '../../chart/model.ts'

/** Number of marks that fit side by side in a chart of usual width. */
const MARKS = 160

/**
 * Returns the moments near the cross-hair: within a mark's width of it, or nearer to its sample than to any other.
 *
 * @param times times of the samples, oldest first, ms since the epoch
 * @param range the visible range
 */
export function momentsAbout(
  moments: readonly Moment[],
  at: number,
  times: readonly number[],
  { from, to }: Range,
): Moment[] {
  if (moments.length === 0) return []
  const reach = (to - from) / MARKS
  const index = times.indexOf(at)
  const [before, after] = index === -1 ? [at, at] : [times[index - 1] ?? -Infinity, times[index + 1] ?? Infinity]
  return moments.filter(
    (moment) => Math.abs(moment.at - at) <= reach || (moment.at > (before + at) / 2 && moment.at <= (at + after) / 2),
  )
}

/** Returns the distinct labels of some moments with their counts: "Command sent · Li ×3". */
export function momentWords(labels: readonly string[]): string[] {
  const counts = new Map<string, number>()
  for (const label of labels) counts.set(label, (counts.get(label) ?? 0) + 1)
  return [...counts].map(([label, count]) => (count > 1 ? `${label} ×${count}` : label))
}
