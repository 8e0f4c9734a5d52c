import {
  maxValueAge,
  isAsShown,
  isNight,
  isOfLaw,
  isOfValue,
  judgedValue,
  newSignals,
  newRuleState,
  rankCount,
  STATE,
  UNKNOWN,
  type LevelLimit,
  type Observation,
  type Signals,
  type RuleState,
} from '../../resources/kit/rule.ts'
import type { LiveAlarm, LiveDevice, Registry } from '../platform.ts'
import type { Journal } from './journal.ts'
import type { Rule } from './rules.ts'
import { ruleOn } from './scope/resolve.ts'

/** One time a rule is broken, from firing to recovery: one row of thresholdlog. */
export interface Episode {
  /** Null until the row is written. */
  logId: number | null
  /** The value that it fired with, as in its record; missing where the episode was read back from the database. */
  first?: number | null
  /**
   * When recipients were told that it fired, epoch ms; missing where the firing continued an episode of which they
   * know.
   */
  toldAt?: number
}

/** One rule over one device. */
export interface Watch extends RuleState {
  rule: Rule
  deviceId: number
  /** When a message last went out, epoch ms; null outside an alarm. */
  sentAt: number | null
  /** When its episode first fired, epoch ms; null outside an alarm. */
  firedAt: number | null
  /**
   * Its last end, with when it had fired and when a message had last gone out by then: an alarm that fires again soon
   * continues the same episode.
   */
  ended: { at: number; firedAt: number | null; sentAt: number | null } | null
  episode: Episode | null
  /**
   * The worst value of the episode so far, and when it was measured; null outside an alarm, and after a restart until
   * the next value.
   */
  peak: { value: number; at: number } | null
  /** The samples that its conditions are evaluated from; null where the value alone decides. */
  signals: Signals | null
}

export const newWatch = (rule: Rule, deviceId: number): Watch => ({
  ...newRuleState(),
  rule,
  deviceId,
  sentAt: null,
  firedAt: null,
  ended: null,
  episode: null,
  peak: null,
  signals: rule.conditions ? newSignals(rule.nodemap_id, rule) : null,
})

/**
 * Returns when the message of an alarm that lasts is due to be repeated, epoch ms; Infinity where it never is, and
 * until the firing is written, since only then is it known whether recipients were told.
 */
export const repeatAt = ({
  state,
  sentAt,
  episode,
  rule,
}: Pick<Watch, 'state' | 'sentAt' | 'episode' | 'rule'>): number =>
  state === STATE.alarm && rule.interval > 0 && sentAt !== null && episode !== null && episode.logId !== null
    ? Math.max(sentAt, episode.toldAt ?? 0) + rule.interval
    : Infinity

/**
 * Returns when a message of a firing alarm last went out. A firing that continues an episode is seldom told (`toldAt`
 * says so), and its repeats come when they would have.
 */
export const lastSentAt = (watch: Pick<Watch, 'ended' | 'rule'>, firedAt: number, now: number): number =>
  goesOnFrom(watch, firedAt)?.sentAt ?? now

/** Returns when the episode of an alarm that fires at a moment first fired. */
export const firstFiredAt = (watch: Pick<Watch, 'ended' | 'rule'>, firedAt: number): number =>
  goesOnFrom(watch, firedAt)?.firedAt ?? firedAt

/** Returns the end from which a firing at a moment continues the same episode; null where it is a new one. */
const goesOnFrom = ({ ended, rule }: Pick<Watch, 'ended' | 'rule'>, firedAt: number): Watch['ended'] =>
  ended !== null && rule.minOff > 0 && firedAt - ended.at <= rule.minOff ? ended : null

/** Whether a device is stopped or deleted. */
export const isStopped = (registry: Pick<Registry, 'device'>, deviceId: number): boolean =>
  registry.device(deviceId)?.control_state !== 0

/** Returns the newest stored value of the node that a rule watches; null where there is none. */
export const lastOf = (registry: Pick<Registry, 'device'>, { deviceId, rule }: Pick<Watch, 'deviceId' | 'rule'>) =>
  registry.device(deviceId)?.nodes.get(rule.nodemap_id)?.last ?? null

/** Adds a rule's id to one of a device's lists, or removes it. */
function listAlarm(
  registry: Pick<Registry, 'flag'>,
  device: LiveDevice,
  name: 'thresholds' | 'silent',
  id: number,
  wanted: boolean,
): void {
  if (device[name].includes(id) === wanted) return
  const list = wanted ? [...device[name], id] : device[name].filter((other) => other !== id)
  registry.flag(device, name === 'silent' ? { silent: list } : { thresholds: list })
}

/** Keeps the device's list of alarms: an entry is replaced once its alarm reaches a worse limit. */
function tellAlarm(registry: Pick<Registry, 'flag'>, device: LiveDevice, id: number, now: LiveAlarm | null): void {
  const before = device.alarms.find((alarm) => alarm.id === id) ?? null
  const facts = ['level', 'since', 'fired', 'limit'] as const
  if (facts.every((fact) => before?.[fact] === now?.[fact])) return
  const others = device.alarms.filter((alarm) => alarm !== before)
  registry.flag(device, { alarms: now ? [...others, now] : others })
}

/**
 * Keeps the lists of thresholds that a device violates.
 *
 * @param limitOf returns the limit that an alarm reached in words; without it only the lists of threshold ids are kept
 */
export function markDevice(
  {
    registry,
    journal,
    limitOf,
  }: { registry: Registry; journal: Pick<Journal, 'altered'>; limitOf?: (watch: Watch) => string },
  watch: Watch,
  now: number,
): void {
  const { deviceId, rule, state, since, firedAt, ts } = watch
  const device = registry.device(deviceId)
  if (!device) return
  listAlarm(registry, device, 'thresholds', rule.id, state === STATE.alarm)
  if (limitOf) {
    const { id, level } = reachedRule(watch)
    const alarm = { id, level, since, fired: firedAt ?? since, limit: limitOf(watch) }
    tellAlarm(registry, device, id, state === STATE.alarm ? alarm : null)
  }
  const last = device.nodes.get(rule.nodemap_id)?.last?.ts ?? ts
  const silent = state === STATE.alarm && now - last > maxValueAge(device)
  if (device.silent.includes(rule.id) !== silent) journal.altered(watch, { silentSince: silent ? last : null })
  listAlarm(registry, device, 'silent', rule.id, silent)
}

/**
 * Returns the time of the last value of an alarm that lasts without data, epoch ms; null while its node sends values.
 */
export function silentSinceOf(registry: Pick<Registry, 'device'>, { deviceId, rule }: Watch): number | null {
  const device = registry.device(deviceId)
  return device?.silent.includes(rule.id) ? (device.nodes.get(rule.nodemap_id)?.last?.ts ?? null) : null
}

/**
 * Returns the newest value of the node that a rule watches, in the scale of its limits; null where there is none, and
 * for a mean, a change and a class, which are not made of one value.
 */
export function lastValueOf(
  registry: Pick<Registry, 'device'>,
  { deviceId, rule }: Pick<Watch, 'deviceId' | 'rule'>,
): number | null {
  const last = lastOf(registry, { deviceId, rule })
  return last && isOfValue(rule) ? judgedValue(rule, rule.nodemap_id, last.value) : null
}

/**
 * Returns the limits of a rule with several levels that are in force at a moment (epoch ms), of the day or of the
 * night, mildest first; empty for a rule with one limit.
 */
export const levelsAt = (
  { levels, night, zone }: Pick<Rule, 'levels' | 'night' | 'zone'>,
  at: number,
): readonly LevelLimit[] => (isNight(night, zone, at) ? night?.levels : levels) ?? []

/**
 * Returns the rule with the limit that its alarm reached: that limit as it is in force at the newest sample, its level,
 * and the channels told in addition. Returns the rule itself where it has one limit.
 */
export function reachedRule({ rule, rank, ts }: Pick<Watch, 'rule' | 'rank' | 'ts'>): Rule {
  const reached = levelsAt(rule, ts)[rank]
  if (!reached) return rule
  return { ...rule, level: reached.level, x: reached.x, y: reached.y, channels: channelsAt(rule, rank) }
}

/** Returns the channels told of an alarm that reached a limit: the rule's own, and those of each level up to it. */
export const channelsAt = (
  { levels = [], tell, channels }: Pick<Rule, 'levels' | 'tell' | 'channels'>,
  rank: number,
): number[] => [
  ...new Set([...channels, ...levels.slice(0, rank + 1).flatMap(({ level }) => tell.get(level ?? 0) ?? [])]),
]

/**
 * Makes the watches of a rule, one over each of its devices. Silence before the moment that `heard` returns is not
 * counted as the device's.
 */
export const watchesOf = (registry: Registry, rule: Rule, heard: (watch: Watch) => number): Watch[] =>
  rule.devices.map((deviceId) => {
    const watch = newWatch(ruleOn(registry, rule, deviceId), deviceId)
    return Object.assign(watch, { heard: heard(watch) })
  })

/**
 * Lets an existing watch continue under a rule that changed; what it waited for at limits that no longer exist is
 * dropped. Returns the new watch instead where the earlier values say nothing: another node, another scale, or an index
 * that the law no longer knows, which would end no alarm.
 */
export function followRule(before: Watch | undefined, made: Watch): Watch {
  const { rule, signals } = made
  if (before?.rule.nodemap_id !== rule.nodemap_id || scaleOf(before.rule) !== scaleOf(rule)) return made
  return Object.assign(before, { rule, signals, ...withinLimits(rule, before) })
}

/**
 * Limits what a rule state knows to the limits that a rule has: the rule state may date from before the rule was
 * changed to fewer.
 */
export function withinLimits(
  rule: Rule,
  { rank, worse }: Pick<RuleState, 'rank' | 'worse'>,
): Pick<RuleState, 'rank' | 'worse'> {
  const last = rankCount(rule) - 1
  return { rank: Math.min(rank, last), worse: worse.slice(0, last) }
}

/**
 * Returns a key for the scale of a rule's values, and for those of its nodes that have no index where the rule asks for
 * one.
 */
function scaleOf(rule: Rule): string {
  const { nodemap_id, conditions } = rule
  const own = isOfLaw(rule) ? (conditions?.calc ?? '') : isAsShown(rule, nodemap_id) ? 'shown' : 'stored'
  return [own, ...unindexed(rule)].join()
}

/**
 * Returns the node maps whose index a rule asks for where the law knows none, as for air in a project that uses the
 * European index: no value of theirs ends an alarm.
 */
export function unindexed({ nodemap_id, conditions, judges }: Rule): number[] {
  const asked = conditions ? [{ node: nodemap_id, calc: conditions.calc }, ...conditions.rows] : []
  return asked.flatMap(({ node, calc }) => (calc === 'index' && judges?.get(node)?.hasIndex !== true ? [node] : []))
}

/** Returns how old a value of a watch's device may be, ms. */
export function freshnessOf(registry: Pick<Registry, 'device'>, { deviceId }: Watch): number {
  const device = registry.device(deviceId)
  return device ? maxValueAge(device) : 0
}

/**
 * Returns what a watch observes at a moment: the sample in the scale of its limits, or the reading that its conditions
 * make of the samples it holds.
 */
export function observationOf(
  { rule, signals, value: before }: Watch,
  value: number,
  ts: number,
  fresh: number,
): Pick<Observation, 'value' | 'reading'> {
  const reading = signals?.reading(ts, fresh, isNight(rule.night, rule.zone, ts))
  if (reading) return { value: reading.value, reading }
  const judged = judgedValue(rule, rule.nodemap_id, value)
  return judged === null ? { value: before, reading: UNKNOWN } : { value: judged }
}
