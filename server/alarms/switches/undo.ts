import type { Transaction } from 'kysely'
import type { Caller } from '../../../resources/kit/access.ts'
import { canUndo, undoAgain } from '../../../resources/kit/switches.ts'
import { ApiError } from '../../errors.ts'
import { isSameValue } from '../../live/commandEnd.ts'
import { readSetValue, setValue } from '../../live/setValue.ts'
import type { LiveNode, Platform } from '../../platform.ts'
import type { AnyTables } from '../../storage/types.ts'
import { stateOf, type SwitchRow } from './read.ts'

/** Outcome of undoing one switch: why it was not undone; null where the command that restores its value was sent. */
export interface Undone {
  id: number
  error: ApiError | null
}

/**
 * Undoes switches, node by node: a node that was switched several times gets the value it had before the first. The
 * caller needs control of each device. A value that was set by someone else since, or that the device reports
 * differently, is left alone, with an error that says so.
 */
export async function undoSwitches(platform: Platform, caller: Caller, rows: readonly SwitchRow[]): Promise<Undone[]> {
  const nodes = new Map<string, SwitchRow[]>()
  const done: Undone[] = []
  for (const row of rows) {
    const state = stateOf(row)
    if (!canUndo(state)) {
      done.push({ id: row.id, error: new ApiError(409, whyNot(row)) })
      continue
    }
    const key = `${row.device_id} ${row.nodemap_id}`
    nodes.set(key, [...(nodes.get(key) ?? []), row])
  }
  for (const group of nodes.values()) {
    const error = await undoNode(platform, caller, group).catch((failure: unknown) => {
      if (failure instanceof ApiError) return failure
      throw failure
    })
    done.push(...group.map(({ id }) => ({ id, error })))
  }
  return done
}

const whyNot = (row: SwitchRow): string => {
  const { before, after, result, undo } = stateOf(row)
  if (result === 'refused' || result === 'unreachable') return 'error.switch.notSent'
  if (before === null) return 'error.switch.noBefore'
  if (before === after) return 'error.switch.already'
  return undo?.result === null ? 'error.switch.underWay' : 'error.switch.undone'
}

/** Undoes the switches of one node, oldest first. Returns null, or why the value is left alone. */
async function undoNode(platform: Platform, caller: Caller, group: readonly SwitchRow[]): Promise<ApiError | null> {
  const [first] = group
  const last = group.at(-1)
  if (!first || !last) return null
  const command = readSetValue(platform.registry, caller, {
    deviceid: first.device_id,
    nodemapid: first.nodemap_id,
    value: first.from_value,
  })
  const refused = reportedSince(command.node, last, command.value)
  if (refused) return refused
  const sent = await setValue(platform, command, caller.id, {
    beside: async (trx, operationId) => {
      if (await setSince(trx, group, operationId)) throw new ApiError(409, 'error.switch.changed')
      await claim(trx, group, { operationId, userId: caller.id })
    },
  })
  return sent ? null : new ApiError(503, 'error.telemetry.unreachable')
}

/**
 * Checks what the device reports: null where it reports the value that was set, or nothing since. Else there is nothing
 * to put back, or the value was set by other means.
 */
function reportedSince({ last }: LiveNode, row: SwitchRow, back: number): ApiError | null {
  if (!last || last.ts < row.at || isSameValue(last.value, row.to_value)) return null
  return isSameValue(last.value, back)
    ? new ApiError(409, 'error.switch.already')
    : new ApiError(409, 'error.switch.reported', { value: String(last.value) })
}

/** Whether the node was set since by a user, or by an alarm to another value. */
async function setSince(
  trx: Transaction<AnyTables>,
  group: readonly SwitchRow[],
  operationId: number,
): Promise<boolean> {
  const own = [operationId, ...group.flatMap((row) => [row.operation_id ?? 0, row.undo_operation_id ?? 0])]
  const [first] = group
  const last = group.at(-1)
  if (!first || !last) return false
  const later = await trx
    .selectFrom('operationlog')
    .innerJoin('operationdetail', 'operationdetail.operation_id', 'operationlog.id')
    .select('operationlog.id')
    .where('operationlog.operation_table', '=', 'device')
    .where('operationlog.record_id', '=', first.device_id)
    .where('operationlog.operation_type', '=', 'command')
    .where('operationdetail.field_name', '=', `nodemap ${first.nodemap_id}`)
    .where('operationlog.id', '>', first.operation_id ?? 0)
    .where('operationlog.id', 'not in', own)
    .where((is) =>
      is.or([is('operationlog.user_id', 'is not', null), is('operationdetail.new_value', '<>', String(last.to_value))]),
    )
    .limit(1)
    .executeTakeFirst()
  return later !== undefined
}

/**
 * Claims the undo for the caller: of two at once the second finds nothing left to undo, and its command is not written.
 */
async function claim(
  trx: Transaction<AnyTables>,
  group: readonly SwitchRow[],
  { operationId, userId }: { operationId: number; userId: number },
): Promise<void> {
  const claimed = await trx
    .updateTable('episodeswitch')
    .set({
      undo_at: Date.now(),
      undo_by: userId,
      undo_operation_id: operationId,
      undo_result: null,
      undo_reported: null,
      undo_ended_at: null,
    })
    .where(
      'id',
      'in',
      group.map(({ id }) => id),
    )
    .where((is) => is.or([is('undo_at', 'is', null), is('undo_result', 'in', [...undoAgain])]))
    .returning('id')
    .execute()
  if (claimed.length < group.length) throw new ApiError(409, 'error.switch.undone')
}
