import { rankCount, rankOf, readingOf, UNKNOWN, type Reading } from './limits.ts'
import { isNight, isWatching, type Schedule } from './schedule.ts'
import type { SignalRule } from './signal.ts'

/** A rule as it judges one device. Fields that rules of older versions do not have are optional. */
export interface AlarmRule extends SignalRule {
  /** Hold time: ms that a value must stay in violation before the rule fires. */
  hold: number
  /** Minimum off, ms: an alarm that fires again within this time after its end continues as the same alarm. */
  minOff?: number
  /** Ms without a value after which missing data is itself an alarm; 0: never. */
  noData?: number
  /** Always if absent. */
  schedule?: Schedule | null
  /** Time zone of the schedule and of the night limits. */
  zone?: string
}

/** State of a rule over a device: alarmstate.state. */
export const STATE = { normal: 0, pending: 1, alarm: 2 } as const
export type State = (typeof STATE)[keyof typeof STATE]

/**
 * Since when a limit is violated: by sample time (`since`), and by the platform's clock when that sample was received
 * (`seenAt`); 0: it is not.
 */
interface Since {
  since: number
  seenAt: number
}

/** State of one rule over one device after the samples so far. Times are epoch ms. */
export interface RuleState extends Since {
  state: State
  /** Time of the newest sample; older samples do not change the state. */
  ts: number
  /** The value judged last; null until a first mean, change or class is known. */
  value: number | null
  /** Index of the worst limit that the alarm has reached. */
  rank: number
  /**
   * The worse limits, from the second on; empty if the rule has one limit. The array is replaced whenever a violation
   * of one of them begins or ends.
   */
  worse: readonly Readonly<Since>[]
  /** The alarm is about missing data, not about a value. */
  silent: boolean
  /** Before this moment the platform itself was not listening: silence before it does not count against the device. */
  heard: number
}

export const newRuleState = (): RuleState => ({
  state: STATE.normal,
  since: 0,
  seenAt: 0,
  ts: 0,
  value: null,
  rank: 0,
  worse: [],
  silent: false,
  heard: 0,
})

/**
 * A change caused by a sample or by the clock; `at` is the time by the platform's clock. `worsen`: the alarm reached a
 * worse limit.
 */
export interface RuleChange {
  kind: 'pending' | 'calm' | 'fire' | 'worsen' | 'recover'
  at: number
  by: 'sample' | 'clock'
  /** For `recover`: what the alarm was about before it ended. */
  was?: Pick<RuleState, 'rank' | 'silent'>
}

/** A sample, when the platform received it, and how old a value of its device may be (maxValueAge). */
export interface Observation {
  /** Null if no value is known yet: the observation then has no effect. */
  value: number | null
  ts: number
  now: number
  fresh: number
  /** The reading, if it depends on more than the value (signal.ts). */
  reading?: Reading
}

/** Judges a value alone by the limits in force at a moment. */
export const judgeValue = (rule: AlarmRule, value: number, ts: number): Reading =>
  readingOf(rule, value, isNight(rule.night, rule.zone, ts))

/** Resets a rule state to normal: no limit is violated, no hold time runs. */
export const resetState = (ruleState: RuleState): void => {
  Object.assign(ruleState, { state: STATE.normal, rank: 0, silent: false })
  if (ruleState.worse.length > 0) ruleState.worse = []
}

const UNBROKEN: Readonly<Since> = { since: 0, seenAt: 0 }

/** Returns the violation times of a limit: those of the first limit are in the rule state itself. */
const sinceAt = (ruleState: RuleState, rank: number): Readonly<Since> =>
  rank === 0 ? ruleState : (ruleState.worse[rank - 1] ?? UNBROKEN)

function setSince(ruleState: RuleState, rank: number, limit: Readonly<Since>): void {
  if (rank === 0) {
    Object.assign(ruleState, limit)
    return
  }
  const worse = Array.from(
    { length: Math.max(rank, ruleState.worse.length) },
    (_, at) => ruleState.worse[at] ?? UNBROKEN,
  )
  worse[rank - 1] = limit
  ruleState.worse = worse
}

/**
 * Whether a limit worse than the one an alarm has reached is violated and waits for its hold time; a value that does
 * not violate that limit ends the wait.
 */
export const waitsForWorse = ({ rank, worse }: Pick<RuleState, 'rank' | 'worse'>): boolean =>
  worse.some(({ since }, at) => at >= rank && since > 0)

/**
 * Applies a sample that leaves a rule in the normal state, as nearly all samples do: the same as `observe`, at a tenth
 * of the cost. Returns false if the sample may change more; the rule state is then unchanged. Runs for every sample
 * that a rule watches, so its parameters are not wrapped in an object either.
 *
 * @param value in the scale that is judged
 * @param ts when it was measured, epoch ms
 * @param now when the platform received it, epoch ms
 */
export function rests(ruleState: RuleState, rule: AlarmRule, value: number, ts: number, now: number): boolean {
  if (ruleState.state !== STATE.normal || ts < ruleState.ts) return false
  if (silenceDue(ruleState, rule) <= now || rankOf(rule, value, isNight(rule.night, rule.zone, ts)) >= 0) return false
  ruleState.ts = ts
  // Writing a fraction to a nullable field allocates an object that outlives its batch: only changes are written.
  if (ruleState.value !== value) ruleState.value = value
  return true
}

/** Returns when missing data becomes an alarm; Infinity if never. */
const silenceDue = ({ ts, heard }: RuleState, { noData = 0 }: AlarmRule): number =>
  noData > 0 && ts !== 0 ? Math.max(ts, heard) + noData : Infinity

/**
 * Applies a sample to a rule state and yields the changes it causes, one by one; at each yield the rule state has the
 * state of that change. A rule fires once a value has violated it for the hold time, each of several limits separately;
 * an alarm ends with a value that has gone back by the hysteresis. A value that was too old when it was received
 * neither raises an alarm nor counts towards the hold time, and after a gap in the data the hold time restarts. Outside
 * its schedule a rule raises no alarm.
 */
export function* observe(
  ruleState: RuleState,
  rule: AlarmRule,
  { value, ts, now, fresh, reading }: Observation,
): Generator<RuleChange, void> {
  // Idempotent for batches that are judged twice, when a new leader reads the remaining ones: the value before a
  // silence must not end it.
  if (ts < ruleState.ts || (ruleState.silent && ts === ruleState.ts)) return
  const gap = ts - ruleState.ts > fresh
  // A time that ran out before this sample came: the sample does not undo its effect.
  for (
    let passed = advanceClock(ruleState, rule, now, fresh, gap);
    passed;
    passed = advanceClock(ruleState, rule, now, fresh, gap)
  )
    yield passed
  const { rank, stays } = reading ?? (value === null ? UNKNOWN : judgeValue(rule, value, ts))
  Object.assign(ruleState, { ts, value })
  if (ruleState.state === STATE.alarm && ruleState.silent) {
    // The device reports again.
    if (rank < 0) {
      yield recovered(ruleState, now)
      return
    }
    ruleState.silent = false
  }
  if (ruleState.state === STATE.alarm ? !stays : rank < 0) {
    if (ruleState.state === STATE.normal) return
    if (ruleState.state === STATE.alarm) yield recovered(ruleState, now)
    else {
      resetState(ruleState)
      yield { kind: 'calm', at: now, by: 'sample' }
    }
    return
  }
  yield* raise(ruleState, rule, { rank, ts, now, gap, fresh })
}

/** Ends an alarm because of a sample. */
function recovered(ruleState: RuleState, at: number): RuleChange {
  const { rank, silent } = ruleState
  resetState(ruleState)
  return { kind: 'recover', at, by: 'sample', was: { rank, silent } }
}

/** Handles a value in violation: starts hold times, and fires or worsens once they are over. */
function* raise(
  ruleState: RuleState,
  rule: AlarmRule,
  { rank, ts, now, gap, fresh }: { rank: number; ts: number; now: number; gap: boolean; fresh: number },
): Generator<RuleChange, void> {
  const inAlarm = ruleState.state === STATE.alarm
  const next = inAlarm ? ruleState.rank + 1 : 0
  if (inAlarm && next >= rankCount(rule)) return
  if (now - ts > fresh) return
  if (!isWatching(rule.schedule, rule.zone, ts)) {
    if (inAlarm) {
      if (waitsForWorse(ruleState)) ruleState.worse = ruleState.worse.slice(0, ruleState.rank)
      return
    }
    if (ruleState.state === STATE.normal) return
    resetState(ruleState)
    yield { kind: 'calm', at: now, by: 'sample' }
    return
  }
  const begins = ruleState.state === STATE.normal || gap
  let reached = -1
  for (let at = next; at < rankCount(rule); at++) {
    const { since } = sinceAt(ruleState, at)
    if (at > rank) {
      if (at > 0 && since !== 0) setSince(ruleState, at, UNBROKEN)
      continue
    }
    const isNew = at === 0 ? begins : since === 0 || gap
    if (isNew) setSince(ruleState, at, { since: ts, seenAt: now })
    if (ts - (isNew ? ts : since) >= rule.hold) reached = at
  }
  if (!inAlarm && begins) ruleState.state = STATE.pending
  if (reached >= 0) {
    Object.assign(ruleState, { state: STATE.alarm, rank: reached })
    yield { kind: inAlarm ? 'worsen' : 'fire', at: now, by: 'sample' }
  } else if (!inAlarm && begins) yield { kind: 'pending', at: now, by: 'sample' }
}

/**
 * Advances the clock and returns the first change this causes; call it until it returns null. A pending value that no
 * sample contradicted for the hold time fires without a further sample, as long as it is fresh; a device that has sent
 * nothing for too long fires if its rule asks for that.
 *
 * @param gap nothing is known about the time since the newest sample: only missing data counts
 */
export function advanceClock(
  ruleState: RuleState,
  rule: AlarmRule,
  now: number,
  fresh: number,
  gap = false,
): RuleChange | null {
  const known = (due: number): boolean => !gap && now >= due && due - ruleState.ts <= fresh
  const held = heldLimit(ruleState, rule)
  if (held && known(held.due) && isWatching(rule.schedule, rule.zone, held.due)) {
    const kind = ruleState.state === STATE.alarm ? 'worsen' : 'fire'
    Object.assign(ruleState, { state: STATE.alarm, rank: held.rank })
    return { kind, at: held.due, by: 'clock' }
  }
  const due = silenceDue(ruleState, rule)
  if (now < due || ruleState.state === STATE.alarm || !isWatching(rule.schedule, rule.zone, due)) return null
  const seenAt = Math.max(ruleState.ts, ruleState.heard)
  Object.assign(ruleState, { state: STATE.alarm, rank: 0, silent: true, since: ruleState.ts, seenAt })
  return { kind: 'fire', at: due, by: 'clock' }
}

/**
 * Returns when the clock causes the next change if no sample comes, epoch ms; Infinity if never. The time is in the
 * past if something else, such as the schedule, prevents a change that is due.
 */
export const nextDue = (ruleState: RuleState, rule: AlarmRule): number =>
  Math.min(
    heldLimit(ruleState, rule)?.due ?? Infinity,
    ruleState.state === STATE.alarm ? Infinity : silenceDue(ruleState, rule),
  )

/** Returns the limit whose hold time ends first, the worst one of a tie; null if no hold time runs. */
function heldLimit(ruleState: RuleState, rule: AlarmRule): { rank: number; due: number } | null {
  if (ruleState.state === STATE.normal || ruleState.silent) return null
  const first = ruleState.state === STATE.alarm ? ruleState.rank + 1 : 0
  let found: { rank: number; due: number } | null = null
  for (let rank = first; rank <= ruleState.worse.length; rank++) {
    const { since, seenAt } = sinceAt(ruleState, rank)
    if (rank > 0 && since === 0) continue
    const due = seenAt + rule.hold
    if (!found || due <= found.due) found = { rank, due }
  }
  return found
}
