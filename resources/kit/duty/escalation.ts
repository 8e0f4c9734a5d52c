import type { Work } from '../episode.ts'
import { MINUTE } from '../zone.ts'

/** Whom a step tells: of a roster, a contact, a channel, or everybody whom the alarm's rule tells at a level. */
export const stepKinds = ['roster', 'contact', 'channel', 'level'] as const
export type StepKind = (typeof stepKinds)[number]

/** By which way a step tells a person, as `alarm_type` of the send log has them: 1 message, 2 WeChat, 3 email. */
export const stepWays = [1, 2, 3] as const

/** Whether a step tells one person, who may have several ways. */
export const isPersonal = (to: StepKind): boolean => to === 'roster' || to === 'contact'

export interface Step {
  /** Minutes nobody has taken the alarm. */
  after: number
  to: StepKind
  /** Id of the roster, contact or channel; of `level` the level, 1 urgent to 4 early warning. */
  id: number
  /** Of a roster or contact; null: by every way the person has. */
  way: (typeof stepWays)[number] | null
  /** Of a roster: 0 whoever is on call, 1 who comes after. */
  turn: 0 | 1
}

/** How far an episode's escalation is. */
export interface Progress {
  /** Index of the step that comes next. */
  step: number
  /** From when its minutes count, epoch ms. */
  since: number
}

/** What of an episode decides whether its escalation goes on. */
export interface Standing {
  work: Work
  /** The alarm lasts. */
  lasts: boolean
  /** It is under maintenance, and nobody is told. */
  suppressed: boolean
  /** Epoch ms; null: not snoozed. */
  snoozed_until: number | null
}

/** What is to be done at a moment: nothing any more, nothing before `until`, or a step, and how it goes on after that (null: it was the last). */
export type Verdict =
  | { do: 'stop' }
  | { do: 'wait'; until: number }
  | { do: 'step'; step: Step; next: { progress: Progress; dueAt: number | null } }

/**
 * What an escalation does at a moment (epoch ms). It stops for good where somebody has the alarm, it is over or nobody is to be told; a snooze holds
 * it up. A step that comes late, after a snooze or a stop of the platform, moves the later ones: they keep their distance.
 */
export function escalate(steps: readonly Step[], progress: Progress, standing: Standing, now: number): Verdict {
  const next = nextStep(steps, progress, standing)
  if (!next) return { do: 'stop' }
  if (next.dueAt > now) return { do: 'wait', until: next.dueAt }
  const since = Math.max(progress.since, now - next.step.after * MINUTE)
  const following = steps[progress.step + 1]
  return {
    do: 'step',
    step: next.step,
    next: {
      progress: { step: progress.step + 1, since },
      dueAt: following ? since + following.after * MINUTE : null,
    },
  }
}

/** The step that comes next, and when (epoch ms); null: none. */
export function nextStep(
  steps: readonly Step[],
  { step, since }: Progress,
  { work, lasts, suppressed, snoozed_until }: Standing,
): { step: Step; dueAt: number } | null {
  const next = steps[step]
  if (!next || work !== 'new' || !lasts || suppressed) return null
  return { step: next, dueAt: Math.max(since + next.after * MINUTE, snoozed_until ?? 0) }
}
