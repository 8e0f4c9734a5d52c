/**
 * When an alarm rule fires: operators, limits, hold time and how old a value may be. The server's engine and the preview of a rule
 * run this code, so that a preview says what the engine would do.
 */

/** com_oper of a threshold (spec 2 §9). */
export type Operator = 0 | 1 | 2 | 3 | 4 | 5 | 6 | 7

/** What a value is compared with. The value is the raw stored one: display scripts do not enter into it. */
export interface Limits {
  operator: Operator
  x: number
  /** Counts for operators 6 and 7 only. */
  y: number
}

export interface AlarmRule extends Limits {
  /** Milliseconds a value has to stay broken. */
  hold: number
}

interface OperatorRow {
  /** Whether a value breaks the rule. */
  broken: (value: number, x: number, y: number) => boolean
  /** Whether a value between `min` and `max`, both included, may break it. */
  reaches: (min: number, max: number, x: number, y: number) => boolean
  /** Whether every value between `min` and `max`, both included, breaks it. */
  holds: (min: number, max: number, x: number, y: number) => boolean
  /** The rule as people write it, the same in every language. */
  text: (name: string, x: string, y: string) => string
}

/**
 * The eight comparisons. "Between" and "outside" leave their limits out: a value that equals a limit breaks neither. Both take their
 * limits in either order.
 */
export const operators: Record<Operator, OperatorRow> = {
  0: {
    broken: (value, x) => value > x,
    reaches: (_min, max, x) => max > x,
    holds: (min, _max, x) => min > x,
    text: (name, x) => `${name} > ${x}`,
  },
  1: {
    broken: (value, x) => value >= x,
    reaches: (_min, max, x) => max >= x,
    holds: (min, _max, x) => min >= x,
    text: (name, x) => `${name} ≥ ${x}`,
  },
  2: {
    broken: (value, x) => value === x,
    reaches: (min, max, x) => min <= x && x <= max,
    holds: (min, max, x) => min === x && max === x,
    text: (name, x) => `${name} = ${x}`,
  },
  3: {
    broken: (value, x) => value <= x,
    reaches: (min, _max, x) => min <= x,
    holds: (_min, max, x) => max <= x,
    text: (name, x) => `${name} ≤ ${x}`,
  },
  4: {
    broken: (value, x) => value < x,
    reaches: (min, _max, x) => min < x,
    holds: (_min, max, x) => max < x,
    text: (name, x) => `${name} < ${x}`,
  },
  5: {
    broken: (value, x) => value !== x,
    reaches: (min, max, x) => min !== x || max !== x,
    holds: (min, max, x) => x < min || x > max,
    text: (name, x) => `${name} ≠ ${x}`,
  },
  6: {
    broken: (value, x, y) => value > Math.min(x, y) && value < Math.max(x, y),
    reaches: (min, max, x, y) => max > Math.min(x, y) && min < Math.max(x, y),
    holds: (min, max, x, y) => min > Math.min(x, y) && max < Math.max(x, y),
    text: (name, x, y) => `${x} < ${name} < ${y}`,
  },
  7: {
    broken: (value, x, y) => value < Math.min(x, y) || value > Math.max(x, y),
    reaches: (min, max, x, y) => min < Math.min(x, y) || max > Math.max(x, y),
    holds: (min, max, x, y) => max < Math.min(x, y) || min > Math.max(x, y),
    text: (name, x, y) => `${name} < ${x} | ${name} > ${y}`,
  },
}

export const isOperator = (value: unknown): value is Operator => Object.hasOwn(operators, String(value))

/** Whether an operator compares with two limits. */
export const hasTwoLimits = (operator: number): boolean => operator === 6 || operator === 7

/** Whether a value breaks a rule. */
export const breaks = ({ operator, x, y }: Limits, value: number): boolean => operators[operator].broken(value, x, y)

/** Whether some value of a range, both ends included, may break a rule: what an hourly rollup can tell. */
export const mayBreak = ({ operator, x, y }: Limits, min: number, max: number): boolean =>
  operators[operator].reaches(min, max, x, y)

/** Whether every value of a range, both ends included, breaks a rule. */
export const mustBreak = ({ operator, x, y }: Limits, min: number, max: number): boolean =>
  operators[operator].holds(min, max, x, y)

/** Hold time where a record has none (spec 2 §9), seconds. */
export const HOLD = 10

/** How often a device reports and is given up, as its record says. */
export interface Cycles {
  /** Seconds of silence after which a device is offline; 0: never. */
  over_time: number
  /** Seconds. */
  acquisition_cycle: number
  /** Minutes where it is a cycle; 0, -1 and SAVE_ON_CHANGE have meanings of their own. */
  save_cycle: number
}

/** save_cycle of a device whose history takes a value whenever it changed (spec 2 §4). */
export const SAVE_ON_CHANGE = 100_000_000
const LEAST_FRESH = 15 * 60_000

/** How old a value may be and still raise an alarm, milliseconds: the offline limit or, without one, three cycles and at least 15 minutes. */
export function freshFor({ over_time, acquisition_cycle, save_cycle }: Cycles): number {
  if (over_time > 0) return over_time * 1000
  const saving = save_cycle > 0 && save_cycle < SAVE_ON_CHANGE ? save_cycle * 60_000 : 0
  return Math.max(LEAST_FRESH, 3 * acquisition_cycle * 1000, 3 * saving)
}

/**
 * How long a stored value speaks for, milliseconds. History holds some of what a device reported: until the next value is due to be stored nothing
 * was unknown; where only changes are stored, a value stands until the next.
 */
export function storedFor(cycles: Cycles): number {
  const { save_cycle } = cycles
  if (save_cycle >= SAVE_ON_CHANGE) return Number.POSITIVE_INFINITY
  return Math.max(freshFor(cycles), save_cycle > 0 ? 2 * save_cycle * 60_000 : 0)
}

/** Where a rule stands for a device: alarmstate.state. */
export const STATE = { normal: 0, pending: 1, alarm: 2 } as const
export type State = (typeof STATE)[keyof typeof STATE]

/** One rule over one device, as far as its samples brought it. Times are epoch milliseconds. */
export interface Stand {
  state: State
  /** Sample time of the first broken value in a row. */
  since: number
  /** When the platform received that value, by its own clock. */
  seenAt: number
  /** Time of the newest sample; older ones do not move the state. */
  ts: number
  value: number
}

export const newStand = (): Stand => ({ state: STATE.normal, since: 0, seenAt: 0, ts: 0, value: 0 })

/** What a sample or the clock brought about; `at` is when, by the platform's clock. */
export interface RuleChange {
  kind: 'pending' | 'calm' | 'fire' | 'recover'
  at: number
  by: 'sample' | 'clock'
}

/** A sample, when the platform received it, and how old a value of its device may be (freshFor). */
export interface Observation {
  value: number
  ts: number
  now: number
  fresh: number
}

/**
 * Takes a sample into a stand and yields what that changes, one after the other: at each of them the stand is as it was then. A value fires
 * once it has stayed broken for the hold time; a single normal value ends it. A value that was too old when it was received neither raises an
 * alarm nor counts towards the hold time, and after a gap in which nothing was known the hold time begins anew.
 */
export function* observe(
  stand: Stand,
  rule: AlarmRule,
  { value, ts, now, fresh }: Observation,
): Generator<RuleChange, void> {
  if (ts < stand.ts) return
  const gap = ts - stand.ts > fresh
  // A hold time that ran out before this sample came: what the sample says does not undo that.
  const fired = gap ? null : elapse(stand, rule, now, fresh)
  if (fired) yield fired
  Object.assign(stand, { ts, value })
  if (!breaks(rule, value)) {
    if (stand.state === STATE.normal) return
    const kind = stand.state === STATE.alarm ? 'recover' : 'calm'
    stand.state = STATE.normal
    yield { kind, at: now, by: 'sample' }
    return
  }
  if (stand.state === STATE.alarm || now - ts > fresh) return
  const begins = stand.state === STATE.normal || gap
  if (begins) Object.assign(stand, { state: STATE.pending, since: ts, seenAt: now })
  if (ts - stand.since >= rule.hold) {
    stand.state = STATE.alarm
    yield { kind: 'fire', at: now, by: 'sample' }
  } else if (begins) yield { kind: 'pending', at: now, by: 'sample' }
}

/** Lets the clock pass: a pending value that nothing contradicted for the hold time fires without a further sample, while it is not too old. */
export function elapse(stand: Stand, rule: AlarmRule, now: number, fresh: number): RuleChange | null {
  const due = stand.seenAt + rule.hold
  if (stand.state !== STATE.pending || now < due || due - stand.ts > fresh) return null
  stand.state = STATE.alarm
  return { kind: 'fire', at: due, by: 'clock' }
}

/** One time a rule is broken, from firing to recovery; epoch milliseconds. */
export interface Firing {
  from: number
  /** Null: it lasts at the end of the samples. */
  to: number | null
}

/** A value and when it was measured, epoch milliseconds. */
export interface RuleSample {
  at: number
  value: number
}

/** When a rule fires, sample after sample, oldest first; each is taken to be received when it was measured, and the clock to pass between them. */
export interface Replay {
  readonly state: State
  take(sample: RuleSample): void
  /** `end` is the moment up to which nothing contradicts the last sample. */
  end(end: number): Firing[]
}

export function replay(rule: AlarmRule, fresh: number): Replay {
  const stand = newStand()
  const firings: Firing[] = []
  const note = ({ kind, at }: RuleChange): void => {
    const last = firings.at(-1)
    if (kind === 'fire') firings.push({ from: at, to: null })
    else if (kind === 'recover' && last) last.to = at
  }
  const pass = (now: number): void => {
    const fired = elapse(stand, rule, now, fresh)
    if (fired) note(fired)
  }
  return {
    get state() {
      return stand.state
    },
    take({ at, value }) {
      pass(at)
      for (const change of observe(stand, rule, { value, ts: at, now: at, fresh })) note(change)
    },
    end(end) {
      pass(end)
      return firings
    },
  }
}

/** When a rule fires over samples, oldest first; `end` as in Replay. */
export function firingsOf(rule: AlarmRule, samples: Iterable<RuleSample>, end: number, fresh: number): Firing[] {
  const over = replay(rule, fresh)
  for (const sample of samples) over.take(sample)
  return over.end(end)
}
