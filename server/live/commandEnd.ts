import type { Transaction } from 'kysely'
import type { SwitchResult } from '../../resources/kit/switches.ts'
import type { Problem } from '../../resources/kit/rules.ts'
import type { AnyTables } from '../storage/types.ts'

/** How a command ended. */
export interface CommandEnd {
  result: Exclude<SwitchResult, 'refused'>
  /** Value that the device reported after the command; null where it reported none. */
  reported: number | null
  /** Time of the end, epoch ms. */
  at: number
}

/**
 * Tolerated lag of another clock, ms: of a device that reports a value, whose older samples say nothing about the
 * command, and of a process that sent a command.
 */
export const MAX_CLOCK_LAG_MS = 60_000

/** Returns how a command ended, judged by the value reported after it (null: none was reported). */
export const endOf = (value: number, reported: number | null, at: number): CommandEnd => ({
  result: reported === null ? 'timed_out' : isSameValue(reported, value) ? 'confirmed' : 'different',
  reported,
  at,
})

/** Compares with a tolerance, because a node's scripts scale the reported value and lose some precision. */
export const isSameValue = (reported: number, value: number): boolean =>
  Math.abs(reported - value) <= 1e-6 * Math.max(1, Math.abs(value))

/**
 * Writes the end of a command into the rows that depend on it: an alarm's switch and its line in the send log, or the
 * undoing of a switch.
 */
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
