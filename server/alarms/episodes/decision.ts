import type { Insertable } from 'kysely'
import type { Problem } from '../../../resources/kit/rules.ts'
import { PENDING } from '../../send/types.ts'
import type { Tables } from '../../storage/types.ts'
import { problemJson } from '../explain.ts'

/** What was decided of a message besides sending it at once. */
export interface Decision {
  /** It is not sent, and why. */
  withheld?: Problem
  /** It leaves then, unless the alarm fires again before. */
  dueAt?: number
}

/** A message as it was decided: it waits to be sent at once or later, or is not sent, and why. */
export const decided = (
  message: Insertable<Tables['alarmsendlog']>,
  { withheld, dueAt }: Decision = {},
): Insertable<Tables['alarmsendlog']> =>
  message.send_ok !== PENDING
    ? message
    : {
        ...message,
        ...(withheld && { send_ok: 0, explained: problemJson(withheld) }),
        ...(dueAt !== undefined && { next_at: dueAt }),
      }
