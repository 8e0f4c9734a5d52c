import { rankCount, rankOf, readingOf, UNKNOWN, type Reading } from './limits.ts'
import { isNight, watches, type Schedule } from './schedule.ts'
import type { SignalRule } from './signal.ts'

/** A rule as it judges one device. What a rule of before does not have is left out. */
export interface AlarmRule extends SignalRule {
  /** Milliseconds a value has to stay broken. */
  hold: number
  /** An alarm that fires again within so many milliseconds of its end goes on as the same one. */
  minOff?: number
  /** Milliseconds without a value after which that alone is an alarm; 0: never. */
  noData?: number
  /** Without it, always. */
  schedule?: Schedule | null
  /** The zone whose clocks schedule and night follow. */
  zone?: string
}

/** Where a rule stands for a device: alarmstate.state. */
export const STATE = { normal: 0, pending: 1, alarm: 2 } as const
export type State = (typeof STATE)[keyof typeof STATE]

/** Since when a limit is broken: by sample time, and by the platform's clock when that sample was received; 0: it is not. */
interface Since {
  since: number
  seenAt: number
}

/** One rule over one device, as far as its samples brought it. Times are epoch milliseconds. */
export interface Stand extends Since {
  state: State
  /** Time of the newest sample; older ones do not move the state. */
  ts: number
  /** What was judged last; null until a first mean, change or class is known. */
  value: number | null
  /** The place of the limit that the alarm is about: the worst it reached. */
  rank: number
  /** The worse limits, from the second on; empty where a rule has one. Another list once one of them begins to be broken, or is no more. */
  worse: readonly Readonly<Since>[]
  /** The alarm is about silence, not about a value. */
  silent: boolean
  /** Silence from before this moment is not the device's: the platform itself was not listening. */
  heard: number
}

export const newStand = (): Stand => ({
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

/** What a sample or the clock brought about; `at` is when, by the platform's clock. `worsen`: the alarm reached a worse limit. */
export interface RuleChange {
  kind: 'pending' | 'calm' | 'fire' | 'worsen' | 'recover'
  at: number
  by: 'sample' | 'clock'
  /** Of `recover`: what the alarm that ended was about. */
  was?: Pick<Stand, 'rank' | 'silent'>
}

/** A sample, when the platform received it, and how old a value of its device may be (freshFor). */
export interface Observation {
  /** Null where nothing has been known yet, which says nothing. */
  value: number | null
  ts: number
  now: number
  fresh: number
  /** What it means, where that takes more than the value (signal.ts). */
  reading?: Reading
}

/** What a value alone means to a rule at a moment. */
export const judged = (rule: AlarmRule, value: number, ts: number): Reading =>
  readingOf(rule, value, isNight(rule.night, rule.zone, ts))

/** Nothing is broken, and nothing waited for. */
export const calm = (stand: Stand): void => {
  Object.assign(stand, { state: STATE.normal, rank: 0, silent: false })
  if (stand.worse.length > 0) stand.worse = []
}

const UNBROKEN: Readonly<Since> = { since: 0, seenAt: 0 }

/** The limit at a place: the first stands in the stand itself. */
const sinceAt = (stand: Stand, rank: number): Readonly<Since> =>
  rank === 0 ? stand : (stand.worse[rank - 1] ?? UNBROKEN)

function setSince(stand: Stand, rank: number, limit: Readonly<Since>): void {
  if (rank === 0) {
    Object.assign(stand, limit)
    return
  }
  const worse = Array.from({ length: Math.max(rank, stand.worse.length) }, (_, at) => stand.worse[at] ?? UNBROKEN)
  worse[rank - 1] = limit
  stand.worse = worse
}

/** Whether a limit worse than the one an alarm has reached is broken, and waits for its hold time: a value that does not break it ends that. */
export const waitsForWorse = ({ rank, worse }: Pick<Stand, 'rank' | 'worse'>): boolean =>
  worse.some(({ since }, at) => at >= rank && since > 0)

/**
 * Takes a sample that leaves a rule at rest, as nearly all do: what `observe` would do with it, at a tenth of the cost. False where there may be more
 * to it; then nothing was taken. Runs for every sample that a rule watches: what it is given is no object either.
 *
 * @param value as it is judged
 * @param ts when it was measured, epoch ms
 * @param now when the platform received it, epoch ms
 */
export function rests(stand: Stand, rule: AlarmRule, value: number, ts: number, now: number): boolean {
  if (stand.state !== STATE.normal || ts < stand.ts) return false
  if (silenceDue(stand, rule) <= now || rankOf(rule, value, isNight(rule.night, rule.zone, ts)) >= 0) return false
  stand.ts = ts
  // A fraction in a field that may be null is an object of its own, which would outlive its batch.
  if (stand.value !== value) stand.value = value
  return true
}

/** When silence alone becomes an alarm; infinite where it never does. */
const silenceDue = ({ ts, heard }: Stand, { noData = 0 }: AlarmRule): number =>
  noData > 0 && ts !== 0 ? Math.max(ts, heard) + noData : Infinity

/**
 * Takes a sample into a stand and yields what that changes, one after the other: at each of them the stand is as it was then. A value fires
 * once it has stayed broken for the hold time, each of several limits for itself; an alarm ends with a value that has gone back by the
 * hysteresis. A value that was too old when it was received neither raises an alarm nor counts towards the
 * hold time, and after a gap in which nothing was known the hold time begins anew. Outside its schedule a rule raises nothing.
 */
export function* observe(
  stand: Stand,
  rule: AlarmRule,
  { value, ts, now, fresh, reading }: Observation,
): Generator<RuleChange, void> {
  // A batch may be judged twice, when a new leader reads what is left: the value before a silence does not end it.
  if (ts < stand.ts || (stand.silent && ts === stand.ts)) return
  const gap = ts - stand.ts > fresh
  // A time that ran out before this sample came: what the sample says does not undo that.
  for (let passed = elapse(stand, rule, now, fresh, gap); passed; passed = elapse(stand, rule, now, fresh, gap))
    yield passed
  const { rank, stays } = reading ?? (value === null ? UNKNOWN : judged(rule, value, ts))
  Object.assign(stand, { ts, value })
  if (stand.state === STATE.alarm && stand.silent) {
    // The device is heard again.
    if (rank < 0) {
      yield recovered(stand, now)
      return
    }
    stand.silent = false
  }
  if (stand.state === STATE.alarm ? !stays : rank < 0) {
    if (stand.state === STATE.normal) return
    if (stand.state === STATE.alarm) yield recovered(stand, now)
    else {
      calm(stand)
      yield { kind: 'calm', at: now, by: 'sample' }
    }
    return
  }
  yield* raise(stand, rule, { rank, ts, now, gap, fresh })
}

/** Ends an alarm by a sample. */
function recovered(stand: Stand, at: number): RuleChange {
  const { rank, silent } = stand
  calm(stand)
  return { kind: 'recover', at, by: 'sample', was: { rank, silent } }
}

/** A broken value: what it begins, and what it brings to its end. */
function* raise(
  stand: Stand,
  rule: AlarmRule,
  { rank, ts, now, gap, fresh }: { rank: number; ts: number; now: number; gap: boolean; fresh: number },
): Generator<RuleChange, void> {
  const inAlarm = stand.state === STATE.alarm
  const next = inAlarm ? stand.rank + 1 : 0
  if (inAlarm && next >= rankCount(rule)) return
  if (now - ts > fresh) return
  if (!watches(rule.schedule, rule.zone, ts)) {
    if (inAlarm) {
      if (waitsForWorse(stand)) stand.worse = stand.worse.slice(0, stand.rank)
      return
    }
    if (stand.state === STATE.normal) return
    calm(stand)
    yield { kind: 'calm', at: now, by: 'sample' }
    return
  }
  const begins = stand.state === STATE.normal || gap
  let reached = -1
  for (let at = next; at < rankCount(rule); at++) {
    const { since } = sinceAt(stand, at)
    if (at > rank) {
      if (at > 0 && since !== 0) setSince(stand, at, UNBROKEN)
      continue
    }
    const isNew = at === 0 ? begins : since === 0 || gap
    if (isNew) setSince(stand, at, { since: ts, seenAt: now })
    if (ts - (isNew ? ts : since) >= rule.hold) reached = at
  }
  if (!inAlarm && begins) stand.state = STATE.pending
  if (reached >= 0) {
    Object.assign(stand, { state: STATE.alarm, rank: reached })
    yield { kind: inAlarm ? 'worsen' : 'fire', at: now, by: 'sample' }
  } else if (!inAlarm && begins) yield { kind: 'pending', at: now, by: 'sample' }
}

/**
 * Lets the clock pass, and answers the first thing that brings about; ask until nothing more does. A pending value that nothing contradicted
 * for the hold time fires without a further sample, while it is not too old; a device that said nothing for too long fires where its rule asks for that.
 *
 * @param gap nothing is known of the time since the newest sample: only silence counts
 */
export function elapse(stand: Stand, rule: AlarmRule, now: number, fresh: number, gap = false): RuleChange | null {
  const known = (due: number): boolean => !gap && now >= due && due - stand.ts <= fresh
  const held = heldLimit(stand, rule)
  if (held && known(held.due) && watches(rule.schedule, rule.zone, held.due)) {
    const kind = stand.state === STATE.alarm ? 'worsen' : 'fire'
    Object.assign(stand, { state: STATE.alarm, rank: held.rank })
    return { kind, at: held.due, by: 'clock' }
  }
  const due = silenceDue(stand, rule)
  if (now < due || stand.state === STATE.alarm || !watches(rule.schedule, rule.zone, due)) return null
  const seenAt = Math.max(stand.ts, stand.heard)
  Object.assign(stand, { state: STATE.alarm, rank: 0, silent: true, since: stand.ts, seenAt })
  return { kind: 'fire', at: due, by: 'clock' }
}

/** When the clock next brings something about if no sample comes, epoch ms; infinite where it never does, and in the past where something else holds it up. */
export const nextDue = (stand: Stand, rule: AlarmRule): number =>
  Math.min(heldLimit(stand, rule)?.due ?? Infinity, stand.state === STATE.alarm ? Infinity : silenceDue(stand, rule))

/** The limit whose hold time runs out first, the worst of those that do so together; null while none is waited for. */
function heldLimit(stand: Stand, rule: AlarmRule): { rank: number; due: number } | null {
  if (stand.state === STATE.normal || stand.silent) return null
  const first = stand.state === STATE.alarm ? stand.rank + 1 : 0
  let found: { rank: number; due: number } | null = null
  for (let rank = first; rank <= stand.worse.length; rank++) {
    const { since, seenAt } = sinceAt(stand, rank)
    if (rank > 0 && since === 0) continue
    const due = seenAt + rule.hold
    if (!found || due <= found.due) found = { rank, due }
  }
  return found
}
