import type { Selectable, Transaction } from 'kysely'
import type { Tables } from '../storage/types.ts'
import { PENDING, SEND_TYPE } from './types.ts'

type Sending = Selectable<Tables['alarmsendlog']>

/**
 * Whether a message may be sent again: it was tried and given up. A message that was withheld on purpose has never been
 * claimed; a command to a device is no message.
 */
export const canSendAgain = ({
  send_ok,
  claimed_at,
  alarm_type,
}: Pick<Sending, 'send_ok' | 'claimed_at' | 'alarm_type'>): boolean =>
  send_ok === 0 && claimed_at !== null && alarm_type !== SEND_TYPE.linkage

/**
 * Queues anew a message that was given up, as if it had never been tried. Returns undefined where it was not given up,
 * or another user has queued it already.
 */
export const waitAgain = (trx: Transaction<Tables>, id: number): Promise<Sending | undefined> =>
  trx
    .updateTable('alarmsendlog')
    .set({ send_ok: PENDING, attempts: 0, next_at: null, claimed_at: null, explained: null })
    .where('id', '=', id)
    .where('send_ok', '=', 0)
    .where('claimed_at', 'is not', null)
    .where('alarm_type', '<>', SEND_TYPE.linkage)
    .returningAll()
    .executeTakeFirst()
