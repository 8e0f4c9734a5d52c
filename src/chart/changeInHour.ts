import { shorterWay } from '../../resources/kit/reading.ts'
import { HOUR } from '../../resources/kit/zone.ts'
import type { Line } from './model.ts'

/**
 * Returns the difference between the newest value and the one an hour earlier, for directions the smaller angle; null
 * if no sample lies within a quarter of an hour of that time.
 */
export function changeInHour(
  { times, values, isDirection }: Pick<Line, 'times' | 'values' | 'isDirection'>,
  hour = HOUR,
): number | null {
  const [last, value] = [times.at(-1), values.at(-1)]
  if (last === undefined || value == null) return null
  let best: number | null = null
  for (let at = times.length - 1; at >= 0; at--) {
    const distance = Math.abs((times[at] ?? 0) - (last - hour))
    if (best === null || distance < Math.abs((times[best] ?? 0) - (last - hour))) best = at
    else break
  }
  const before = best === null ? null : values[best]
  if (best === null || before == null || Math.abs((times[best] ?? 0) - (last - hour)) > hour / 4) return null
  return isDirection ? shorterWay(value - before, { scale: 1 }) : value - before
}
