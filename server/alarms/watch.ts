import { newStand, STATE, type Stand } from '../../resources/kit/rule.ts'
import type { Rule } from './rules.ts'

/** One time a rule is broken, from firing to recovery: one row of thresholdlog. */
export interface Episode {
  /** Null until the row is written. */
  logId: number | null
}

/** One rule over one device. */
export interface Watch extends Stand {
  rule: Rule
  deviceId: number
  /** When a message last went out; null outside an alarm. */
  sentAt: number | null
  episode: Episode | null
}

export const newWatch = (rule: Rule, deviceId: number): Watch => ({
  ...newStand(),
  rule,
  deviceId,
  sentAt: null,
  episode: null,
})

/** Whether an alarm that lasts is due to be sent again. */
export const isDue = ({ state, sentAt, rule }: Watch, now: number): boolean =>
  state === STATE.alarm && rule.interval > 0 && sentAt !== null && now - sentAt >= rule.interval
