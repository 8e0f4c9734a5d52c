import { canUndo, switchResults, type SwitchResult } from '../../resources/kit/switches.ts'
import { readNodeKind, type NodeDisplay } from '../calls/control.ts'
import { call } from '../http.ts'
import { isRecord } from '../../resources/kit/record.ts'
import { integer, readNumber, readRecords, readText, readTime } from '../normalise.ts'

/**
 * A switch that an alarm's linked control set (wire.md, `read-back`); values are as the device stores them, times in
 * epoch ms.
 */
export interface EpisodeSwitch {
  id: number
  /** The episode whose rule set the switch; may be another episode of a chain. */
  episode_id: number | null
  device_id: number | null
  device_name: string
  node_name: string
  /** How its values are shown; null if the user may not see the device. */
  node: NodeDisplay | null
  before: number | null
  after: number
  at: number
  /** Null while the device may still answer. */
  result: SwitchResult | null
  reported: number | null
  /** Why the command was not sent. */
  reason: string
  undo: { at: number; user_name: string; result: SwitchResult | null; reported: number | null } | null
  /** The user may restore its former value. */
  undoable: boolean
}

/** Outcome of restoring one switch. */
export interface UndoResult {
  id: number
  ok: boolean
  /** Why it was refused. */
  reason: string
}

const resultOf = (given: unknown): SwitchResult | null => switchResults.find((result) => result === given) ?? null

/** Reads a switch as it was received; returns an empty array if it has no id, time or value. */
export function readSwitch(row: Record<string, unknown>): EpisodeSwitch[] {
  const [id, at, after] = [integer(row['id']), readTime(row['at']), readNumber(row['after'])]
  if (id === null || at === null || after === null) return []
  const undone = isRecord(row['undo']) ? row['undo'] : null
  const undoneAt = undone && readTime(undone['at'])
  const told = {
    before: readNumber(row['before']),
    after,
    result: resultOf(row['result']),
    undo:
      undone && undoneAt !== null
        ? {
            at: undoneAt,
            user_name: readText(undone['user_name']),
            result: resultOf(undone['result']),
            reported: readNumber(undone['reported']),
          }
        : null,
  }
  return [
    {
      ...told,
      id,
      at,
      episode_id: integer(row['episode_id']),
      device_id: integer(row['device_id']),
      device_name: readText(row['device_name']),
      node_name: readText(row['node_name']),
      node: readNodeKind(row['node']),
      reported: readNumber(row['reported']),
      reason: readText(row['reason']),
      undoable: integer(row['undoable']) === 1 && canUndo(told),
    },
  ]
}

/** Whether a device may still answer. */
export const isWaiting = ({ result, undo }: EpisodeSwitch): boolean =>
  result === null || (undo !== null && undo.result === null)

/**
 * Restores the former values of switches; returns the outcome of each.
 *
 * @throws WireError
 */
export async function undoSwitches(episode: number, ids: readonly number[]): Promise<UndoResult[]> {
  const rows = readRecords(await call('POST', `episodes/${episode}/undo-switches`, { body: { ids } }))
  return rows.flatMap((row) => {
    const id = integer(row['id'])
    return id === null ? [] : [{ id, ok: integer(row['code']) === 0, reason: readText(row['msg']) }]
  })
}
