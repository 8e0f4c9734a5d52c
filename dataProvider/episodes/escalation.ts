import { isRecord } from '../../resources/kit/record.ts'
import { integer, readNumber, readText } from '../normalise.ts'

/**
 * Recipient of an escalation step: a roster with the contact on call, a contact, a channel, or all recipients of a
 * level.
 */
export interface StepRecipient {
  to: string
  /** '' if the record was deleted. */
  name: string
  /** Name of the contact on call; '' if there is none. */
  person: string
  level: number | null
}

/** Progress of an episode's escalation. */
export interface Escalation {
  name: string
  done: number
  steps: number
  /** The next step; null if there is none. */
  next:
    | (StepRecipient & {
        at: number
        /** End of the maintenance that delays the step; null if there is none, or the platform does not say. */
        maintenance_until: number | null
      })
    | null
}

/** Reads the recipient from a line of a timeline or from the next step. */
export const readStepRecipient = (row: Record<string, unknown>): StepRecipient => ({
  to: readText(row['to']),
  name: readText(row['name']),
  person: readText(row['person']),
  level: integer(row['level']),
})

/** Reads the progress of an escalation from an answer; null if there is none. */
export function readEscalation(given: unknown): Escalation | null {
  if (!isRecord(given)) return null
  const { next } = given
  // readNumber, not readTime: after a snooze that only a worse level ends, the time is beyond the calendar.
  const at = isRecord(next) ? readNumber(next['at']) : null
  return {
    name: readText(given['name']),
    done: integer(given['done']) ?? 0,
    steps: integer(given['steps']) ?? 0,
    next:
      isRecord(next) && at !== null
        ? { ...readStepRecipient(next), at, maintenance_until: readNumber(next['maintenance_until']) }
        : null,
  }
}
