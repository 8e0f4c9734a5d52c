import { breaks, type Rule } from './rules.ts'

/** Where a rule stands for a device: alarmstate.state. */
export const STATE = { normal: 0, pending: 1, alarm: 2 } as const
export type State = (typeof STATE)[keyof typeof STATE]

/** One time a rule is broken, from firing to recovery: one row of thresholdlog. */
export interface Episode {
  /** Null until the row is written. */
  logId: number | null
}

/** One rule over one device. */
export interface Watch {
  rule: Rule
  deviceId: number
  state: State
  /** Sample time of the first broken value in a row, epoch ms. */
  since: number
  /** When the platform saw it, by its own clock. */
  seenAt: number
  /** Newest sample; older ones do not move the state. */
  ts: number
  value: number
  /** When a message last went out; null outside an alarm. */
  sentAt: number | null
  episode: Episode | null
}

/** What a sample or the clock brought about. */
export type Change = 'pending' | 'calm' | 'fire' | 'recover'

export const newWatch = (rule: Rule, deviceId: number): Watch => ({ rule, deviceId, state: STATE.normal, since: 0, seenAt: 0, ts: 0, value: 0, sentAt: null, episode: null })

/**
 * Takes a sample into a watch. A value fires once it has stayed broken for the hold time by sample time; a single normal value ends it.
 *
 * @param now the platform's clock, epoch ms
 */
export function observe(watch: Watch, value: number, ts: number, now: number): Change | null {
  if (ts < watch.ts) return null
  watch.ts = ts
  watch.value = value
  if (!breaks(watch.rule, value)) {
    if (watch.state === STATE.normal) return null
    const change = watch.state === STATE.alarm ? 'recover' : 'calm'
    watch.state = STATE.normal
    return change
  }
  if (watch.state === STATE.alarm) return null
  const fresh = watch.state === STATE.normal
  if (fresh) Object.assign(watch, { state: STATE.pending, since: ts, seenAt: now })
  if (ts - watch.since < watch.rule.hold) return fresh ? 'pending' : null
  return fire(watch, now)
}

/** Lets the clock pass: a pending value that nothing contradicted for the hold time fires without a further sample. */
export const elapse = (watch: Watch, now: number): Change | null => (watch.state === STATE.pending && now - watch.seenAt >= watch.rule.hold ? fire(watch, now) : null)

/** Whether an alarm that lasts is due to be told again. */
export const isDue = ({ state, sentAt, rule }: Watch, now: number): boolean => state === STATE.alarm && rule.interval > 0 && sentAt !== null && now - sentAt >= rule.interval

function fire(watch: Watch, now: number): Change {
  Object.assign(watch, { state: STATE.alarm, sentAt: now })
  return 'fire'
}
