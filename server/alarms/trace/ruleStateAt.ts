import {
  maxValueAge,
  isOfLaw,
  isOfValue,
  judgedValue,
  lookbackMs,
  replay,
  maxStoredAge,
  type RuleState,
} from '../../../resources/kit/rule.ts'
import { ApiError } from '../../errors.ts'
import type { LiveDevice, Platform } from '../../platform.ts'
import { isTrusted, readValue } from '../../quality/samples.ts'
import type { Storage } from '../../storage/types.ts'
import { walk } from '../backtest/walk.ts'
import type { Rule } from '../rules.ts'
import { DAY } from '../../../resources/kit/zone.ts'

/** The state of a rule over a device at a moment, and its source. */
export interface RuleStateAt {
  /** The engine itself, or the engine's judgement applied to the stored history. */
  source: 'engine' | 'history'
  ruleState: Readonly<RuleState>
  /** When the value of the rule state was measured, epoch ms; null where there is none. */
  valueAt: number | null
  /** The value of each condition, the rule's own first; null where it is unknown. */
  values: (number | null)[]
  /** How old a value may be, ms. */
  fresh: number
  /**
   * The newest value where it is not trusted, and so was not judged; in the scale of the rule's limits, like all values
   * here. Its value is null for classes and indices, which are not made of one value.
   */
  doubted: { value: number | null; at: number } | null
}

/** The rule and the moment that are asked about; `past` false: now. Times are epoch ms. */
export interface Question {
  rule: Rule
  device: LiveDevice
  at: number
  past: boolean
  /** Since when the rule is broken in the episode that lasts at that moment; null: none lasts. */
  since: number | null
}

/** How far back the history is judged at most, ms. */
const MAX_LOOKBACK_MS = 7 * DAY
/** Limits of one answer: samples, and duration in ms. */
const SAMPLES = 1_000_000
const RUN_TIMEOUT_MS = 12_000

/**
 * Returns the state of the rule: for now, as the engine has it, if the engine watches the device here; for a past
 * moment, and for what is not watched, by judging the stored history. Throws 400 where too much would have to be read.
 */
export async function ruleStateAt(
  { storage, alarms }: Pick<Platform, 'storage' | 'alarms'>,
  { rule, device, at, past, since }: Question,
  signal: AbortSignal,
): Promise<RuleStateAt> {
  const newest = await newestOf(storage, device.id, rule.nodemap_id, at)
  const watch = past ? null : alarms.standing(rule.id, device.id)
  const last = device.nodes.get(rule.nodemap_id)?.last ?? null
  if (watch) {
    const fresh = maxValueAge(device)
    const known = watch.signals?.values(at, fresh)
    const isOfNewest = last !== null && last.ts === watch.ts
    // After a start the engine knows when its last value was measured, but not yet the value; a doubted value was not
    // judged.
    const isUnjudged =
      isOfNewest && watch.value === null && (last.doubted === true || (newest?.ts === last.ts && !newest.trusted))
    const newestValue =
      isOfNewest && !isUnjudged && isOfValue(rule) ? judgedValue(rule, rule.nodemap_id, last.value) : null
    const value = newestValue ?? known?.[0] ?? watch.value
    const judgedAt = isUnjudged ? (watch.signals?.newest(rule.nodemap_id) ?? 0) : watch.ts
    return {
      source: 'engine',
      ruleState: { ...watch, value },
      valueAt: judgedAt > 0 ? judgedAt : null,
      values: known ?? [watch.ts > 0 && at - watch.ts <= fresh ? value : null],
      fresh,
      doubted: last && (isUnjudged || last.ts > watch.ts) ? doubtedOf(rule, last.value, last.ts) : null,
    }
  }
  const fresh = maxStoredAge(device)
  const over = replay(rule, fresh, rule.nodemap_id)
  const back = DAY + 2 * Math.max(rule.hold, lookbackMs(rule))
  const start = Math.min(newest?.ts ?? at, Math.max(at - MAX_LOOKBACK_MS, Math.min(at, since ?? at) - back))
  const found = await walk(
    storage,
    {
      device,
      nodemap: rule.nodemap_id,
      start,
      end: at,
      budget: { left: SAMPLES, until: Date.now() + RUN_TIMEOUT_MS },
      signal,
    },
    [[rule, over]],
  )
  if (found === 'cap') throw new ApiError(400, 'error.alarm.traceCap')
  over.end(at)
  return {
    source: 'history',
    ruleState: over.ruleState,
    valueAt: over.ruleState.ts > 0 ? over.ruleState.ts : null,
    values: over.values(at),
    fresh,
    doubted:
      newest && !newest.trusted && newest.ts > over.ruleState.ts ? doubtedOf(rule, newest.value, newest.ts) : null,
  }
}

function doubtedOf(rule: Rule, stored: number, at: number): RuleStateAt['doubted'] {
  if (isOfLaw(rule)) return { value: null, at }
  const value = judgedValue(rule, rule.nodemap_id, stored)
  return value === null ? null : { value, at }
}

/** Returns the newest stored value of a node up to a moment, corrected, whether trusted or not. */
async function newestOf(
  { readHistory }: Storage,
  device: number,
  nodemap: number,
  at: number,
): Promise<{ ts: number; value: number; trusted: boolean } | null> {
  const wanted = { device, nodemaps: [nodemap], start: at, end: at, nearest: 'before' as const }
  const row = await readHistory([wanted], ({ read }) =>
    read
      .selectFrom('history')
      .select(['ts', readValue().as('value'), isTrusted().as('trusted')])
      .where('device_id', '=', device)
      .where('nodemap_id', '=', nodemap)
      .where('ts', '<=', at)
      .orderBy('ts', 'desc')
      .limit(1)
      .executeTakeFirst(),
  )
  return row ? { ts: Number(row.ts), value: row.value, trusted: Boolean(row.trusted) } : null
}
