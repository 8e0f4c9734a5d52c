import type { Insertable } from 'kysely'
import type { Problem } from '../../../resources/kit/rules.ts'
import { PENDING } from '../../send/types.ts'
import type { Tables } from '../../storage/types.ts'
import { problemJson } from '../explain.ts'

/** What was decided of a message, unless it is sent at once. */
export interface Decision {
  /** The message is not sent, for this reason. */
  withheld?: Problem
  /** The message leaves at this time, epoch ms, unless the alarm fires again before. */
  dueAt?: number
}

/** Applies a decision to a message: it waits to be sent at once or later, or is marked as not sent, with the reason. */
export const applyDecision = (
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
