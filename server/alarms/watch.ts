import { newSignals, newStand, rankCount, STATE, type Signals, type Stand } from '../../resources/kit/rule.ts'
import type { LiveDevice, Registry } from '../platform.ts'
import type { Rule } from './rules.ts'
import { ruleOn } from './scope/resolve.ts'

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
  /** The worst value of the episode so far, and when it was measured; null outside an alarm, and until the next value after a restart. */
  peak: { value: number; at: number } | null
  /** The samples that its conditions are made of; null where the value alone decides. */
  signals: Signals | null
}

export const newWatch = (rule: Rule, deviceId: number): Watch => ({
  ...newStand(),
  rule,
  deviceId,
  sentAt: null,
  episode: null,
  peak: null,
  signals: rule.conditions ? newSignals(rule.nodemap_id, rule) : null,
})

/** Whether an alarm that lasts is due to be sent again. */
export const isDue = ({ state, sentAt, rule }: Watch, now: number): boolean =>
  state === STATE.alarm && rule.interval > 0 && sentAt !== null && now - sentAt >= rule.interval

/** Adds a rule's id to one of a device's lists, or takes it out: a new array whenever it changes, as the live state expects. */
export function listAlarm(device: LiveDevice, name: 'thresholds' | 'silent', id: number, wanted: boolean): void {
  if (device[name].includes(id) === wanted) return
  device[name] = wanted ? [...device[name], id] : device[name].filter((other) => other !== id)
}

/** Time of the last value of an alarm that lasts without data, epoch ms; null where its node speaks. */
export function silentSinceOf(registry: Pick<Registry, 'device'>, { deviceId, rule }: Watch): number | null {
  const device = registry.device(deviceId)
  return device?.silent.includes(rule.id) ? (device.nodes.get(rule.nodemap_id)?.last?.ts ?? null) : null
}

/** The rule by the limit that its alarm reached: that limit, its level, and whoever is told of it besides. The rule itself where it has one. */
export function reachedRule({ rule, rank }: Pick<Watch, 'rule' | 'rank'>): Rule {
  const { levels = [], tell, channels } = rule
  const reached = levels[rank]
  if (!reached) return rule
  const more = levels.slice(0, rank + 1).flatMap(({ level }) => tell.get(level ?? 0) ?? [])
  return { ...rule, level: reached.level, x: reached.x, y: reached.y, channels: [...new Set([...channels, ...more])] }
}

/** A rule over each of its devices; silence from before `heard` is not theirs. */
export const watchesOf = (registry: Registry, rule: Rule, heard: number): Watch[] =>
  rule.devices.map((deviceId) => Object.assign(newWatch(ruleOn(registry, rule, deviceId), deviceId), { heard }))

/** A watch goes on under a rule that changed; what it waited for of limits that are no more is forgotten. */
export function followRule(before: Watch, { rule, signals }: Watch): Watch {
  const last = rankCount(rule) - 1
  return Object.assign(before, { rule, signals, rank: Math.min(before.rank, last), worse: before.worse.slice(0, last) })
}
