import type { Selectable, Transaction } from 'kysely'
import type { Tables } from '../storage/types.ts'
import { PENDING, SEND_TYPE } from './types.ts'

type Sending = Selectable<Tables['alarmsendlog']>

/**
 * Whether somebody may have a message sent again: it was tried, and given up. One that was withheld on purpose no process has ever claimed; a command
 * to a device is no message.
 */
export const canSendAgain = ({
  send_ok,
  claimed_at,
  alarm_type,
}: Pick<Sending, 'send_ok' | 'claimed_at' | 'alarm_type'>): boolean =>
  send_ok === 0 && claimed_at !== null && alarm_type !== SEND_TYPE.linkage

/** Has a message that was given up wait anew, as if it had never been tried; undefined where it was not, or waits already because somebody was faster. */
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
