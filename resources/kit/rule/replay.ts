import { rankCount, UNKNOWN, type Reading } from './limits.ts'
import { judgedValue } from './scale.ts'
import { isNight } from './schedule.ts'
import { newSignals } from './signal.ts'
import {
  advanceClock,
  newRuleState,
  observe,
  type AlarmRule,
  type RuleChange,
  type RuleState,
  type State,
} from './ruleState.ts'

/** One alarm of a rule, from firing to recovery; epoch ms. */
export interface Firing {
  from: number
  /** Null: it still lasts at the end of the samples. */
  to: number | null
  /** Index of the worst limit it reached, for a rule with several limits. */
  rank?: number
  /** When it reached a worse limit, and from which limit to which. */
  worse?: readonly { at: number; from: number; to: number }[]
  /** True for an alarm about missing data. */
  silent?: true
}

/** A value and when it was measured, epoch ms. */
export interface RuleSample {
  at: number
  value: number
  /** The node map of the value; the rule's own by default. */
  node?: number
}

/**
 * Computes when a rule fires, sample by sample, oldest first. Each sample is assumed to be received when it was
 * measured, and the clock to advance between samples.
 */
export interface Replay {
  readonly state: State
  /** Index of the limit that the alarm has reached. */
  readonly rank: number
  /** The rule's current state. */
  readonly ruleState: Readonly<RuleState>
  /** Returns the value of each condition at a moment, the rule's own first; null if it is unknown. */
  values(at: number): (number | null)[]
  take(sample: RuleSample): void
  /** Judges the last moment now; for use when no further sample of that moment follows. */
  settle(): void
  /** Returns all firings. `end` is the moment up to which the last sample counts as unchanged. */
  end(end: number): Firing[]
}

/**
 * Starts a replay.
 *
 * @param fresh how old a value may be, ms
 * @param node the rule's own node map; required if its conditions name other nodes
 */
export function replay(rule: AlarmRule, fresh: number, node = 0): Replay {
  const ruleState = newRuleState()
  const firings: Firing[] = []
  const signals = rule.conditions ? newSignals(node, rule) : null
  const leveled = rankCount(rule) > 1
  /** Moment of the samples that are not judged yet: the samples of one moment are judged together. */
  let open: number | null = null
  const worsen = (last: Firing, at: number): void => {
    const from = last.rank ?? 0
    if (ruleState.rank <= from) return
    Object.assign(last, { rank: ruleState.rank, worse: [...(last.worse ?? []), { at, from, to: ruleState.rank }] })
  }
  const note = ({ kind, at }: RuleChange): void => {
    const last = firings.at(-1)
    // An alarm that fires again within the minimum off time is the same alarm.
    if (kind === 'fire' && last && last.to !== null && at - last.to <= (rule.minOff ?? -1)) {
      last.to = null
      worsen(last, at)
    } else if (kind === 'fire')
      firings.push({
        from: at,
        to: null,
        ...(leveled && { rank: ruleState.rank }),
        ...(ruleState.silent && { silent: true }),
      })
    else if (kind === 'worsen' && last) worsen(last, at)
    else if (kind === 'recover' && last) last.to = at
  }
  const pass = (now: number): void => {
    for (
      let passed = advanceClock(ruleState, rule, now, fresh);
      passed;
      passed = advanceClock(ruleState, rule, now, fresh)
    )
      note(passed)
  }
  const judge = (at: number, value: number | null, reading?: Reading): void => {
    pass(at)
    for (const change of observe(ruleState, rule, { value, ts: at, now: at, fresh, ...(reading && { reading }) }))
      note(change)
  }
  const close = (): void => {
    if (open === null || !signals) return
    const reading = signals.reading(open, fresh, isNight(rule.night, rule.zone, open))
    judge(open, reading.value, reading)
    open = null
  }
  return {
    get state() {
      return ruleState.state
    },
    get rank() {
      return ruleState.rank
    },
    ruleState,
    values: (at) =>
      signals ? signals.values(at, fresh) : [ruleState.ts > 0 && at - ruleState.ts <= fresh ? ruleState.value : null],
    take({ at, value, node: of = node }) {
      if (!signals) {
        const judged = judgedValue(rule, node, value)
        return judged === null ? judge(at, ruleState.value, UNKNOWN) : judge(at, judged)
      }
      if (open !== null && open !== at) close()
      if (signals.take(of, value, at)) open = at
    },
    settle: close,
    end(end) {
      close()
      pass(end)
      return firings
    },
  }
}

/** Returns when a rule fires over samples, oldest first; `end` as in Replay. */
export function firingsOf(rule: AlarmRule, samples: Iterable<RuleSample>, end: number, fresh: number): Firing[] {
  const over = replay(rule, fresh)
  for (const sample of samples) over.take(sample)
  return over.end(end)
}
