import { MINUTE } from '../../../resources/kit/zone.ts'
/** Storm limit of a project: above `count` messages within `minutes` minutes, the rest waits for one digest. */
export interface StormLimit {
  count: number
  minutes: number
  /** Whether the first urgent alarm of a device passes anyway. */
  urgent: boolean
}

/** The state of one recipient; times are epoch ms. */
export interface Storm {
  /** When messages went out, as far back as they count; at most as many as the limit. */
  sent: readonly number[]
  /** Until when messages are held back; null: none are. */
  ends: number | null
  /** Devices whose urgent alarm passed during this storm. */
  passed: readonly number[]
}

export const NO_STORM: Storm = { sent: [], ends: null, passed: [] }

/** A message about to go out. */
export interface Passing {
  now: number
  device: number
  /** Whether it says that an alarm of level 1 began, or that an alarm became one. */
  urgent: boolean
}

/**
 * Counts one more message to a recipient. Up to `count` messages within any `minutes` go out. The next one begins a
 * storm: for that many minutes it and all further messages are held, except for the first urgent alarm of each device
 * where the project says so. Then one digest tells of the held messages, and counting begins anew.
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

/** The part of a message that storms depend on. */
export interface StormMessage {
  kind: 'fire' | 'repeat' | 'worsen' | 'recover' | 'escalate'
  /** Level of the alarm, 1 urgent to 4 early warning; null: none. */
  level: number | null
  device: number
  now: number
}

/** Counts one more message to a recipient, by what it tells. */
export function countInStorm(
  storm: Storm,
  limit: StormLimit,
  { kind, level, device, now }: StormMessage,
): { storm: Storm; held: boolean } {
  const isUrgent = level === URGENT
  // An escalation of an urgent alarm must not wait for a digest, whatever was sent of its device before.
  if (isUrgent && kind === 'escalate' && limit.urgent) return { storm, held: false }
  return countMessage(storm, limit, { now, device, urgent: isUrgent && (kind === 'fire' || kind === 'worsen') })
}

/** Returns how many messages one recipient gets of some, oldest first: those that go out, and one digest per storm. */
export function sentThrough(limit: StormLimit, messages: Iterable<StormMessage>): number {
  let sent = 0
  let storm = NO_STORM
  for (const message of messages) {
    // The end of a storm makes its digest (digest.ts).
    if (storm.ends !== null && storm.ends <= message.now) {
      sent++
      storm = NO_STORM
    }
    const passed = countInStorm(storm, limit, message)
    storm = passed.storm
    if (!passed.held) sent++
  }
  return sent + (storm.ends === null ? 0 : 1)
}

const URGENT = 1
