import type { Problem } from '../../resources/kit/rules.ts'
import { DAY } from '../../resources/kit/zone.ts'
import { ApiError, invalid } from '../errors.ts'
import { timeOf } from '../telemetry/items.ts'

/** From when to when is asked, epoch ms: up to now and `usual` long where nothing is said; 400 where it is longer than `longest`, or ends before it begins. */
export function spanOf(
  { from, to }: { from?: string; to?: string },
  now: number,
  { usual, longest }: { usual: number; longest: number },
): { from: number; to: number } {
  const end = timeOf(to, now)
  const start = timeOf(from, (end ?? now) - usual)
  if (start === null || end === null) {
    const time: Problem = { key: 'error.rule.time' }
    throw invalid({ ...(start === null && { from: time }), ...(end === null && { to: time }) })
  }
  if (start > end) throw new ApiError(400, 'error.history.range')
  if (end - start > longest) throw new ApiError(400, 'error.history.span', { days: longest / DAY })
  return { from: start, to: end }
}
