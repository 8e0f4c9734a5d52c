import { MINUTE } from '../../../resources/kit/zone.ts'
/** What a project says of storms: above so many messages within so many minutes the rest waits for one digest. */
export interface StormLimit {
  count: number
  minutes: number
  /** Whether the first urgent alarm of a device passes all the same. */
  urgent: boolean
}

/** What one recipient got; times are epoch ms. */
export interface Storm {
  /** When messages went out, as far back as they count; at most as many as the limit. */
  sent: readonly number[]
  /** Until when messages are held back; null: none is. */
  ends: number | null
  /** Devices whose urgent alarm passed during this storm. */
  passed: readonly number[]
}

export const calm: Storm = { sent: [], ends: null, passed: [] }

/** A message about to go out. */
export interface Passing {
  now: number
  device: number
  /** It tells that an alarm of level 1 began, or became one. */
  urgent: boolean
}

/**
 * Counts one more message to a recipient. Up to `count` messages within any `minutes` go out. The next one begins a storm: for so many minutes it and all others are held,
 * but for the first urgent alarm of each device where the project says so; then one digest tells of them, and counting begins anew.
 */
export function countMessage(storm: Storm, limit: StormLimit, message: Passing): { storm: Storm; held: boolean } {
  const { now, device } = message
  const span = limit.minutes * MINUTE
  const recent = storm.sent.filter((at) => at > now - span).slice(-limit.count)
  const isOut = storm.ends === null && recent.length < limit.count
  if (isOut) return { storm: { ...storm, sent: [...recent, now] }, held: false }
  if (limit.urgent && message.urgent && !storm.passed.includes(device))
    return { storm: { ...storm, sent: recent, passed: [...storm.passed, device] }, held: false }
  return { storm: { ...storm, sent: recent, ends: storm.ends ?? now + span }, held: true }
}
