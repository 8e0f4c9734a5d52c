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
 * Counts one more message to a recipient. Up to `count` messages within any `minutes` go out. The next one begins a storm: for so many minutes it and
 * all others are held, but for the first urgent alarm of each device where the project says so; then one digest tells of them, and counting begins
 * anew.
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

/** What a message tells of an alarm, as far as storms ask. */
export interface StormMessage {
  kind: 'fire' | 'repeat' | 'worsen' | 'recover' | 'escalate'
  /** The alarm's, 1 urgent to 4 early warning; null: none. */
  level: number | null
  device: number
  now: number
}

/** Counts one more message to a recipient, by what it tells. */
export function passStorm(
  storm: Storm,
  limit: StormLimit,
  { kind, level, device, now }: StormMessage,
): { storm: Storm; held: boolean } {
  const isUrgent = level === URGENT
  // That nobody takes an urgent alarm waits for no digest, whatever was sent of its device before.
  if (isUrgent && kind === 'escalate' && limit.urgent) return { storm, held: false }
  return countMessage(storm, limit, { now, device, urgent: isUrgent && (kind === 'fire' || kind === 'worsen') })
}

/** How many messages one recipient gets of some, oldest first: those that go out, and one digest of each storm. */
export function sentThrough(limit: StormLimit, messages: Iterable<StormMessage>): number {
  let sent = 0
  let storm = calm
  for (const message of messages) {
    // Its end makes the digest (digest.ts).
    if (storm.ends !== null && storm.ends <= message.now) {
      sent++
      storm = calm
    }
    const passed = passStorm(storm, limit, message)
    storm = passed.storm
    if (!passed.held) sent++
  }
  return sent + (storm.ends === null ? 0 : 1)
}

const URGENT = 1
