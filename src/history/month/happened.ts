import type { Moment, Range } from '../../chart/model.ts'

/** So many marks of a chart's usual width stand beside each other. */
const MARKS = 160

/**
 * What happened about where the cross-hair stands: no further from it than a mark is wide, or nearer to it than to any other sample.
 *
 * @param times the samples', oldest first, epoch ms
 * @param range what is in sight
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

/** Words of some moments, each once, with how often: "Command sent · Li ×3". */
export function momentWords(labels: readonly string[]): string[] {
  const counts = new Map<string, number>()
  for (const label of labels) counts.set(label, (counts.get(label) ?? 0) + 1)
  return [...counts].map(([label, count]) => (count > 1 ? `${label} ×${count}` : label))
}
