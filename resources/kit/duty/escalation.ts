import type { Work } from '../episode.ts'
import { MINUTE } from '../zone.ts'

/**
 * Kind of recipient of a step: the contact on call of a roster, a contact, a channel, or all recipients that the
 * alarm's rule has for a level.
 */
export const stepKinds = ['roster', 'contact', 'channel', 'level'] as const
export type StepKind = (typeof stepKinds)[number]

/** How a step notifies a person, with the numbers of `alarm_type` in the send log: 1 message, 2 WeChat, 3 email. */
export const stepWays = [1, 2, 3] as const

/** Whether a step notifies one person, who may be reachable in several ways. */
export const isPersonal = (to: StepKind): boolean => to === 'roster' || to === 'contact'

export interface Step {
  /** Minutes that the alarm has gone unacknowledged. */
  after: number
  to: StepKind
  /** Id of the roster, contact or channel; for `level` the level, 1 urgent to 4 early warning. */
  id: number
  /** For a roster or contact; null: in every way the person can be reached. */
  way: (typeof stepWays)[number] | null
  /** For a roster: 0 the contact on call, 1 the next one. */
  turn: 0 | 1
}

/** Progress of an episode's escalation. */
export interface Progress {
  /** Index of the next step. */
  step: number
  /** When its minutes begin to count, epoch ms. */
  since: number
}

/** The properties of an episode that decide whether its escalation continues. */
export interface EpisodeProgress {
  work: Work
  /** The alarm still lasts. */
  lasts: boolean
  /** It is under maintenance, so no messages are sent. */
  suppressed: boolean
  /** Epoch ms; null: not snoozed. */
  snoozed_until: number | null
}

/**
 * What to do at a moment: stop for good, wait until `until`, or perform a step and continue with `next` (`dueAt` null:
 * it was the last step).
 */
export type Verdict =
  | { do: 'stop' }
  | { do: 'wait'; until: number }
  | { do: 'step'; step: Step; next: { progress: Progress; dueAt: number | null } }

/**
 * Decides what an escalation does at a moment (epoch ms). It stops for good if the alarm is acknowledged, is over or
 * sends no messages; a snooze delays it. A step that is late, after a snooze or a downtime of the platform, delays the
 * later ones by the same time: the intervals between steps stay.
 */
export function escalate(steps: readonly Step[], progress: Progress, standing: EpisodeProgress, now: number): Verdict {
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

/** Returns the next step and when it is due (epoch ms); null if there is none. */
export function nextStep(
  steps: readonly Step[],
  { step, since }: Progress,
  { work, lasts, suppressed, snoozed_until }: EpisodeProgress,
): { step: Step; dueAt: number } | null {
  const next = steps[step]
  if (!next || work !== 'new' || !lasts || suppressed) return null
  return { step: next, dueAt: Math.max(since + next.after * MINUTE, snoozed_until ?? 0) }
}
