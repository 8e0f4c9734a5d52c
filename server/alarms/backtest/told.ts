import type { Firing, LevelLimit } from '../../../resources/kit/rule.ts'

/** Whom a rule tells, as far as it counts messages. */
export interface Telling {
  sms: number
  others: number
  /** More of them, by the level that is reached. */
  byLevel: ReadonlyMap<number, number>
  /** ms between two messages while an alarm lasts; 0: one. */
  interval: number
  /** Whether its end is told. */
  back: boolean
}

/** The messages an episode costs: when it begins, at each worse limit, again while it lasts, and at its end; `sms` of them are texts. */
export function toldOf(
  { from, to, rank = 0, steps = 0 }: Firing,
  end: number,
  { sms, others, byLevel, interval, back }: Telling,
  levels: readonly LevelLimit[],
): { messages: number; sms: number } {
  const more = levels.slice(0, rank + 1).reduce((sum, { level }) => sum + (byLevel.get(level ?? 0) ?? 0), 0)
  const again = interval > 0 ? Math.floor(((to ?? end) - from) / interval) : 0
  const times = 1 + steps + again + (back && to !== null ? 1 : 0)
  return { messages: times * (sms + others) + more, sms: times * sms }
}
