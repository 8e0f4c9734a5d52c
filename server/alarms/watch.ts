import {
  freshFor,
  isAsShown,
  isNight,
  isOfLaw,
  isOfValue,
  judgedValue,
  newSignals,
  newStand,
  rankCount,
  STATE,
  UNKNOWN,
  type LevelLimit,
  type Observation,
  type Signals,
  type Stand,
} from '../../resources/kit/rule.ts'
import type { LiveAlarm, LiveDevice, Registry } from '../platform.ts'
import type { Journal } from './journal.ts'
import type { Rule } from './rules.ts'
import { ruleOn } from './scope/resolve.ts'

/** One time a rule is broken, from firing to recovery: one row of thresholdlog. */
export interface Episode {
  /** Null until the row is written. */
  logId: number | null
  /** The value that it fired with, as its record has it; not of one that was read back from the database. */
  first?: number | null
  /** When people were told that it fired, epoch ms; not where what fires again goes on as the same one, of which they know. */
  toldAt?: number
}

/** One rule over one device. */
export interface Watch extends Stand {
  rule: Rule
  deviceId: number
  /** When a message last went out; null outside an alarm. */
  sentAt: number | null
  /** When its episode fired first, epoch ms; null outside an alarm. */
  firedAt: number | null
  /** Its last end, with when it had fired and when a message had last gone out by then: one that fires again soon goes on as the same episode. */
  ended: { at: number; firedAt: number | null; sentAt: number | null } | null
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
  firedAt: null,
  ended: null,
  episode: null,
  peak: null,
  signals: rule.conditions ? newSignals(rule.nodemap_id, rule) : null,
})

/**
 * When an alarm that lasts is due to be sent again, epoch ms; infinite where it never is, and until its firing is written, which says whether people
 * were told.
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
 * When a message of an alarm that fires went out last: one that goes on as the same episode is seldom told (`toldAt` says so), and its repeats come
 * when they would have.
 */
export const lastSentAt = (watch: Pick<Watch, 'ended' | 'rule'>, firedAt: number, now: number): number =>
  goesOnFrom(watch, firedAt)?.sentAt ?? now

/** When the episode of an alarm that fires at a moment fired first. */
export const firstFiredAt = (watch: Pick<Watch, 'ended' | 'rule'>, firedAt: number): number =>
  goesOnFrom(watch, firedAt)?.firedAt ?? firedAt

/** The end from which what fires at a moment goes on as the same episode; null where it is a new one. */
const goesOnFrom = ({ ended, rule }: Pick<Watch, 'ended' | 'rule'>, firedAt: number): Watch['ended'] =>
  ended !== null && rule.minOff > 0 && firedAt - ended.at <= rule.minOff ? ended : null

/** Whether a device is stopped, or gone. */
export const isStopped = (registry: Pick<Registry, 'device'>, deviceId: number): boolean =>
  registry.device(deviceId)?.control_state !== 0

/** The newest value of the node that a rule watches, as it is stored; null where there is none. */
export const lastOf = (registry: Pick<Registry, 'device'>, { deviceId, rule }: Pick<Watch, 'deviceId' | 'rule'>) =>
  registry.device(deviceId)?.nodes.get(rule.nodemap_id)?.last ?? null

/** Adds a rule's id to one of a device's lists, or takes it out. */
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

/** Keeps what lists tell of an alarm: another one once it reaches a worse limit. */
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
 * @param limitOf the limit that an alarm reached in words; without it lists tell which thresholds alone
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
  const silent = state === STATE.alarm && now - last > freshFor(device)
  if (device.silent.includes(rule.id) !== silent) journal.altered(watch, { silentSince: silent ? last : null })
  listAlarm(registry, device, 'silent', rule.id, silent)
}

/** Time of the last value of an alarm that lasts without data, epoch ms; null where its node speaks. */
export function silentSinceOf(registry: Pick<Registry, 'device'>, { deviceId, rule }: Watch): number | null {
  const device = registry.device(deviceId)
  return device?.silent.includes(rule.id) ? (device.nodes.get(rule.nodemap_id)?.last?.ts ?? null) : null
}

/**
 * The newest value of the node that a rule watches, in the scale of its limits; null where there is none, and of a mean, a change and a class, which
 * one value does not make.
 */
export function lastValueOf(
  registry: Pick<Registry, 'device'>,
  { deviceId, rule }: Pick<Watch, 'deviceId' | 'rule'>,
): number | null {
  const last = lastOf(registry, { deviceId, rule })
  return last && isOfValue(rule) ? judgedValue(rule, rule.nodemap_id, last.value) : null
}

/** The limits of several levels that are in force at a moment (epoch ms), those of the day or of the night, mildest first; none of a rule with one limit. */
export const levelsAt = (
  { levels, night, zone }: Pick<Rule, 'levels' | 'night' | 'zone'>,
  at: number,
): readonly LevelLimit[] => (isNight(night, zone, at) ? night?.levels : levels) ?? []

/**
 * The rule by the limit that its alarm reached: that limit as its newest sample was judged by it, its level, and whoever is told of it besides. The rule itself
 * where it has one.
 */
export function reachedRule({ rule, rank, ts }: Pick<Watch, 'rule' | 'rank' | 'ts'>): Rule {
  const reached = levelsAt(rule, ts)[rank]
  if (!reached) return rule
  return { ...rule, level: reached.level, x: reached.x, y: reached.y, channels: channelsAt(rule, rank) }
}

/** The channels told of an alarm that reached a limit: its rule's, and those of each level up to it. */
export const channelsAt = (
  { levels = [], tell, channels }: Pick<Rule, 'levels' | 'tell' | 'channels'>,
  rank: number,
): number[] => [
  ...new Set([...channels, ...levels.slice(0, rank + 1).flatMap(({ level }) => tell.get(level ?? 0) ?? [])]),
]

/** A rule over each of its devices; silence from before what `heard` says is not theirs. */
export const watchesOf = (registry: Registry, rule: Rule, heard: (watch: Watch) => number): Watch[] =>
  rule.devices.map((deviceId) => {
    const watch = newWatch(ruleOn(registry, rule, deviceId), deviceId)
    return Object.assign(watch, { heard: heard(watch) })
  })

/**
 * A watch goes on under a rule that changed; what it waited for of limits that are no more is forgotten. The one that was made for it, where values
 * of before say nothing: those of another node, or in another scale, or of an index that law does not know any more, which would end no alarm.
 */
export function followRule(before: Watch | undefined, made: Watch): Watch {
  const { rule, signals } = made
  if (before?.rule.nodemap_id !== rule.nodemap_id || scaleOf(before.rule) !== scaleOf(rule)) return made
  return Object.assign(before, { rule, signals, ...withinLimits(rule, before) })
}

/** What a stand knows of the limits that a rule has: it may be of before the rule was changed to fewer. */
export function withinLimits(
  rule: Rule,
  { rank, worse }: Pick<Stand, 'rank' | 'worse'>,
): Pick<Stand, 'rank' | 'worse'> {
  const last = rankCount(rule) - 1
  return { rank: Math.min(rank, last), worse: worse.slice(0, last) }
}

/** Of what the values of a rule are, and for which of its nodes law knows no index that it asks for. */
function scaleOf(rule: Rule): string {
  const { nodemap_id, conditions } = rule
  const own = isOfLaw(rule) ? (conditions?.calc ?? '') : isAsShown(rule, nodemap_id) ? 'shown' : 'stored'
  return [own, ...unindexed(rule)].join()
}

/** The node maps whose index a rule asks for where law knows none, as of the air in a project that goes by the European index: no value of theirs ends an alarm. */
export function unindexed({ nodemap_id, conditions, judges }: Rule): number[] {
  const asked = conditions ? [{ node: nodemap_id, calc: conditions.calc }, ...conditions.rows] : []
  return asked.flatMap(({ node, calc }) => (calc === 'index' && judges?.get(node)?.hasIndex !== true ? [node] : []))
}

/** How old a value of a watch's device may be, ms. */
export function freshnessOf(registry: Pick<Registry, 'device'>, { deviceId }: Watch): number {
  const device = registry.device(deviceId)
  return device ? freshFor(device) : 0
}

/** What a watch sees at a moment: the sample in the scale of its limits, or what its conditions make of the samples it holds. */
export function seenBy(
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
