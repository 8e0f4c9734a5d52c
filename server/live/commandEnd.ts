import type { Transaction } from 'kysely'
import type { SwitchResult } from '../../resources/kit/switches.ts'
import type { Problem } from '../../resources/kit/rules.ts'
import type { AnyTables } from '../storage/types.ts'

/** How a command ended. */
export interface CommandEnd {
  result: Exclude<SwitchResult, 'refused'>
  /** What the device reported since; null for nothing. */
  reported: number | null
  /** Epoch ms. */
  at: number
}

/** The end of a command by what the device reported since, null for nothing. */
export const endOf = (value: number, reported: number | null, at: number): CommandEnd => ({
  result: reported === null ? 'timed_out' : same(reported, value) ? 'confirmed' : 'different',
  reported,
  at,
})

/** Scripts of a node scale what it reports: equal but for what that loses. */
export const same = (reported: number, value: number): boolean =>
  Math.abs(reported - value) <= 1e-6 * Math.max(1, Math.abs(value))

/** Writes the end of a command into what hangs on it: a switch of an alarm with its line in the send log, or the undoing of one. */
export async function endSwitches(trx: Transaction<AnyTables>, operationId: number, end: CommandEnd): Promise<void> {
  const { result, reported, at } = end
  const ended = await trx
    .updateTable('episodeswitch')
    .set({ result, reported, ended_at: at })
    .where('operation_id', '=', operationId)
    .where('result', 'is', null)
    .returning('sendlog_id')
    .execute()
  for (const { sendlog_id } of ended)
    await trx
      .updateTable('alarmsendlog')
      .set({ send_ok: result === 'confirmed' ? 1 : 0, explained: JSON.stringify(problemOf(end)) })
      .where('id', '=', sendlog_id)
      .execute()
  await trx
    .updateTable('episodeswitch')
    .set({ undo_result: result, undo_reported: reported, undo_ended_at: at })
    .where('undo_operation_id', '=', operationId)
    .where('undo_result', 'is', null)
    .execute()
}

const problemOf = ({ result, reported }: CommandEnd): Problem => {
  if (result === 'different') return { key: 'error.switch.different', args: { value: String(reported) } }
  return {
    key: {
      confirmed: 'error.switch.confirmed',
      timed_out: 'error.switch.timedOut',
      unreachable: 'error.telemetry.unreachable',
    }[result],
  }
}
