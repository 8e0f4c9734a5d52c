import { isRecord } from '../../resources/kit/record.ts'
import { integer, readNumber, readText } from '../normalise.ts'

/** Whom a step tells: a roster with who is on call, a contact, a channel, or everybody of a level. */
export interface Told {
  to: string
  /** '' where the record is gone. */
  name: string
  /** On call; '' for nobody. */
  person: string
  level: number | null
}

/** How far an episode's escalation is. */
export interface Escalation {
  name: string
  done: number
  steps: number
  /** null: nothing is to come. */
  next:
    | (Told & {
        at: number
        /** The end of maintenance that holds it up; null where none does, or the platform does not say. */
        maintenance_until: number | null
      })
    | null
}

/** Whom a line of a timeline or a step to come tells. */
export const readTold = (row: Record<string, unknown>): Told => ({
  to: readText(row['to']),
  name: readText(row['name']),
  person: readText(row['person']),
  level: integer(row['level']),
})

/** How far an escalation is, as it came; null where there is none. */
export function readEscalation(given: unknown): Escalation | null {
  if (!isRecord(given)) return null
  const { next } = given
  // A snooze that only a worse level ends is beyond the calendar, and still a number.
  const at = isRecord(next) ? readNumber(next['at']) : null
  return {
    name: readText(given['name']),
    done: integer(given['done']) ?? 0,
    steps: integer(given['steps']) ?? 0,
    next:
      isRecord(next) && at !== null
        ? { ...readTold(next), at, maintenance_until: readNumber(next['maintenance_until']) }
        : null,
  }
}
