import { rankCount, UNKNOWN, type Reading } from './limits.ts'
import { judgedValue } from './scale.ts'
import { isNight } from './schedule.ts'
import { newSignals } from './signal.ts'
import { elapse, newStand, observe, type AlarmRule, type RuleChange, type Stand, type State } from './stand.ts'

/** One time a rule is broken, from firing to recovery; epoch milliseconds. */
export interface Firing {
  from: number
  /** Null: it lasts at the end of the samples. */
  to: number | null
  /** The worst limit it reached, of a rule with several. */
  rank?: number
  /** When it became worse than it had been, and from which limit to which. */
  worse?: readonly { at: number; from: number; to: number }[]
  /** It is about silence. */
  silent?: true
}

/** A value and when it was measured, epoch milliseconds. */
export interface RuleSample {
  at: number
  value: number
  /** The node map it is of; the rule's own without it. */
  node?: number
}

/** When a rule fires, sample after sample, oldest first; each is taken to be received when it was measured, and the clock to pass between them. */
export interface Replay {
  readonly state: State
  /** The place of the limit that an alarm reached. */
  readonly rank: number
  /** Where the rule stands now. */
  readonly stand: Readonly<Stand>
  /** Each condition's value at a moment, the rule's own first; null where it is unknown. */
  values(at: number): (number | null)[]
  take(sample: RuleSample): void
  /** Judges the last moment now: no further sample of it comes. */
  settle(): void
  /** `end` is the moment up to which nothing contradicts the last sample. */
  end(end: number): Firing[]
}

/** @param node the rule's own node map; needed where its conditions name others */
export function replay(rule: AlarmRule, fresh: number, node = 0): Replay {
  const stand = newStand()
  const firings: Firing[] = []
  const signals = rule.conditions ? newSignals(node, rule) : null
  const leveled = rankCount(rule) > 1
  /** Samples of one moment are judged together. */
  let open: number | null = null
  const worsen = (last: Firing, at: number): void => {
    const from = last.rank ?? 0
    if (stand.rank <= from) return
    Object.assign(last, { rank: stand.rank, worse: [...(last.worse ?? []), { at, from, to: stand.rank }] })
  }
  const note = ({ kind, at }: RuleChange): void => {
    const last = firings.at(-1)
    // What fires again soon enough is the same alarm.
    if (kind === 'fire' && last && last.to !== null && at - last.to <= (rule.minOff ?? -1)) {
      last.to = null
      worsen(last, at)
    } else if (kind === 'fire')
      firings.push({ from: at, to: null, ...(leveled && { rank: stand.rank }), ...(stand.silent && { silent: true }) })
    else if (kind === 'worsen' && last) worsen(last, at)
    else if (kind === 'recover' && last) last.to = at
  }
  const pass = (now: number): void => {
    for (let passed = elapse(stand, rule, now, fresh); passed; passed = elapse(stand, rule, now, fresh)) note(passed)
  }
  const judge = (at: number, value: number | null, reading?: Reading): void => {
    pass(at)
    for (const change of observe(stand, rule, { value, ts: at, now: at, fresh, ...(reading && { reading }) }))
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
      return stand.state
    },
    get rank() {
      return stand.rank
    },
    stand,
    values: (at) =>
      signals ? signals.values(at, fresh) : [stand.ts > 0 && at - stand.ts <= fresh ? stand.value : null],
    take({ at, value, node: of = node }) {
      if (!signals) {
        const judged = judgedValue(rule, node, value)
        return judged === null ? judge(at, stand.value, UNKNOWN) : judge(at, judged)
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

/** When a rule fires over samples, oldest first; `end` as in Replay. */
export function firingsOf(rule: AlarmRule, samples: Iterable<RuleSample>, end: number, fresh: number): Firing[] {
  const over = replay(rule, fresh)
  for (const sample of samples) over.take(sample)
  return over.end(end)
}
