import type { Selectable } from 'kysely'
import type { Language } from '../../../i18n/types.ts'
import { isAsShown, isByLaw, limitFields, SCALE, traceRule, type RuleTrace } from '../../../resources/kit/rule.ts'
import type { LiveDevice, Platform } from '../../platform.ts'
import type { Tables } from '../../storage/types.ts'
import { conditionOf, firedValueOf, traceOf, type EpisodeRow } from '../episodes/row.ts'
import { ruleOf, type Rule } from '../rules.ts'
import { ruleOn } from '../scope/resolve.ts'
import { episodeAt, isLastingAt, messagesUntil, snoozedUntil, workAt } from './episode.ts'
import { ruleStateAt, type RuleStateAt } from './ruleStateAt.ts'

/**
 * A reason that keeps a rule from judging, from firing, or its messages from being sent (docs/wire.md, `alarm-trace`).
 */
interface Hindrance {
  reason:
    | 'disabled'
    | 'incomplete'
    | 'out_of_scope'
    | 'stopped'
    | 'no_node'
    | 'schedule'
    | 'no_data'
    | 'doubted'
    | 'snoozed'
    | 'maintenance'
  since?: number | null
  until?: number | null
  value?: number | null
}

interface Asked {
  row: Selectable<Tables['threshold']>
  device: LiveDevice
  /** Epoch ms; null: now. */
  at: number | null
  language: Language
  /** Whether the caller may read which messages were sent. */
  seesMessages: boolean
  /**
   * Whether the caller may see an episode: one that is over stays with the area it happened in, even where its device
   * was moved.
   */
  sees: (episode: EpisodeRow) => boolean
}

/**
 * Returns why a rule is in alarm over a device at a moment, or why not, as it travels. A past moment is judged by the
 * rule and the device as they are now.
 */
export async function traceAnswer(
  platform: Pick<Platform, 'storage' | 'registry' | 'alarms' | 'settings' | 'maintenance'>,
  { row, device, at: asked, language, seesMessages, sees }: Asked,
  signal: AbortSignal,
): Promise<object> {
  const { storage, registry, settings } = platform
  const now = Date.now()
  const [at, past] = [Math.min(asked ?? now, now), asked !== null && asked < now]
  const whole = ruleOf(row, settings.timeZone)
  const rule = whole && ruleOn(registry, whole, device.id)
  const newest = await episodeAt(storage, { rule: row.id, device: device.id, at })
  const episode = newest && sees(newest) ? newest : null
  const lasts = episode !== null && isLastingAt(episode, at)
  const since = lasts ? (traceOf(episode.trace).since ?? episode.alarm_time) : null
  const judged =
    rule && device.nodes.has(rule.nodemap_id)
      ? await ruleStateAt(platform, { rule, device, at, past, since }, signal)
      : null
  const trace =
    rule && judged ? traceRule(rule, rule.nodemap_id, judged.ruleState, { at, level: rule.level, ...judged }) : null
  const work = episode && lasts ? await workAt(storage, episode, at, past) : null
  const unwatched = watchedNot(row, rule, device)
  // An alarm is kept quiet by the window it fired in until that is over; a new alarm by a window that is open.
  const isQuiet =
    (episode !== null && lasts && episode.suppressed === 1) || platform.maintenance.holds(device.id, row.id, at)
  const hindrances: Hindrance[] = [
    ...unwatched,
    ...(trace && judged ? unjudged(trace, judged, at) : []),
    ...(isQuiet ? [{ reason: 'maintenance' as const }] : []),
  ]
  const snoozed = snoozedUntil(work, at)
  if (snoozed !== null) hindrances.push({ reason: 'snoozed', until: snoozed })
  return {
    at,
    source: judged?.source ?? null,
    threshold_id: row.id,
    threshold_name: row.name ?? '',
    device_id: device.id,
    device_name: device.name,
    // Whether the device was watched at a past moment is not known: the verdict is by the history alone.
    verdict: unwatched.length > 0 && !past ? 'unwatched' : (trace?.verdict ?? 'unwatched'),
    ...(rule && trace && judged ? judgement(device, rule, trace, { ...judged, at }) : UNJUDGED),
    suppressed: hindrances,
    episode: episode && episodeOf(episode, rule, at),
    messages: episode && seesMessages ? await messagesUntil(storage, episode, at, language) : seesMessages ? [] : null,
  }
}

/** Returns why a rule does not watch a device at all. */
function watchedNot(row: Asked['row'], rule: Rule | null, device: LiveDevice): Hindrance[] {
  const found: Hindrance[] = []
  if (row.enable !== 1) found.push({ reason: 'disabled' })
  if (!rule) return [...found, { reason: 'incomplete' }]
  if (!rule.devices.includes(device.id)) found.push({ reason: 'out_of_scope' })
  if (device.control_state !== 0) found.push({ reason: 'stopped' })
  if (!device.nodes.has(rule.nodemap_id)) found.push({ reason: 'no_node' })
  return found
}

/** Returns why the received values, or their absence, raise nothing. */
function unjudged({ watching }: RuleTrace, { ruleState, fresh, doubted }: RuleStateAt, at: number): Hindrance[] {
  const found: Hindrance[] = []
  if (!watching) found.push({ reason: 'schedule' })
  if (ruleState.ts === 0 || at - ruleState.ts > fresh)
    found.push({ reason: 'no_data', since: ruleState.ts > 0 ? ruleState.ts : null })
  if (doubted) found.push({ reason: 'doubted', since: doubted.at, value: doubted.value })
  return found
}

const flag = (value: boolean | null): 0 | 1 | null => (value === null ? null : value ? 1 : 0)

const UNJUDGED = {
  value: null,
  value_at: null,
  join: 'and',
  conditions: [],
  limits: [],
  ends: null,
  silent_at: null,
  night: 0,
  hold: null,
  hysteresis: null,
  min_off: null,
  no_data: null,
}

/** Returns what was judged, by the names of a threshold's fields; times in epoch ms, spans in the fields' units. */
function judgement(
  device: LiveDevice,
  rule: Rule,
  trace: RuleTrace,
  { ruleState, valueAt, at }: RuleStateAt & { at: number },
) {
  return {
    value: ruleState.ts > 0 ? ruleState.value : null,
    value_at: valueAt,
    join: rule.conditions?.join ?? 'and',
    conditions: trace.conditions.map(({ node: id, calc, minutes, value, limit, broken }) => {
      const node = device.nodes.get(id)
      return {
        nodemap_id: id,
        node_name: node?.alias ?? String(id),
        unitname: node?.unitname ?? '',
        // A limit or value in the shown scale must not go through the script again.
        node_script: isByLaw(calc) || rule.scripts?.has(id) ? null : (node?.node_script ?? null),
        registertype: node?.registertype ?? null,
        calc,
        minutes,
        ...(isByLaw(calc) && {
          standard: rule.judges?.get(id)?.standardAt(ruleState.ts > 0 ? ruleState.ts : at) ?? null,
        }),
        value,
        ...(limit ? limitFields(limit) : { com_oper: null, params_x: null, params_y: null }),
        broken: flag(broken),
      }
    }),
    limits: trace.limits.map((limit) => ({
      level: limit.level,
      ...limitFields(limit),
      broken: flag(limit.broken),
      reached: flag(limit.reached),
      since: limit.since,
      held: limit.held,
    })),
    ends: trace.ends && limitFields(trace.ends),
    silent_at: trace.silentAt,
    night: flag(trace.night),
    hold: rule.hold / 1000,
    hysteresis: rule.hysteresis ?? 0,
    min_off: rule.minOff / 1000,
    no_data: (rule.noData ?? 0) / 60_000,
  }
}

/** Returns the last firing up to a moment; `rule_then` where the rule was different then. */
function episodeOf(row: EpisodeRow, rule: Rule | null, at: number) {
  const cleared = isLastingAt(row, at) ? null : row.recovered_at
  const then = traceOf(row.trace).rule as {
    com_oper?: number
    params_x?: number
    params_y?: number
    hold_time?: number
    limit_scale?: number
  } | null
  const same =
    !then ||
    !rule ||
    (then.com_oper === rule.operator &&
      // Compared with each of its limits, by day and by night.
      [rule, ...(rule.levels ?? []), ...(rule.night?.levels ?? [])].some(
        ({ x, y }) => then.params_x === x && then.params_y === y,
      ) &&
      (then.limit_scale === SCALE.shown) === isAsShown(rule, rule.nodemap_id) &&
      then.hold_time === rule.hold / 1000)
  return {
    id: row.id,
    condition: cleared === null ? conditionOf({ is_alarm: 1, silent_since: row.silent_since }) : 'cleared',
    fired_at: row.alarm_time,
    fired_value: firedValueOf(row),
    limit_text: row.alarm_value,
    since: traceOf(row.trace).since ?? row.alarm_time,
    cleared_at: cleared,
    refires: row.refires,
    rule_then: same ? null : then,
  }
}
