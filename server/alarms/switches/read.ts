import type { Selectable } from 'kysely'
import type { Language } from '../../../i18n/types.ts'
import { mayControl } from '../../../resources/control.ts'
import type { Caller } from '../../../resources/kit/access.ts'
import { canUndo, switchResults, type SwitchResult, type SwitchState } from '../../../resources/kit/switches.ts'
import type { Platform } from '../../platform.ts'
import type { Tables } from '../../storage/types.ts'
import { storedOutcomeText } from '../explain.ts'

export type SwitchRow = Selectable<Tables['episodeswitch']>

/** Most switches of one answer, the oldest. */
const MAX_SWITCHES = 200
/** Most switches that a new leader looks back on: chains under way are of the last minutes. */
const MAX_LAST = 1000

/** Returns what an episode switched, and what was switched by the alarms that its commands raised, oldest first. */
export const switchesOf = ({ read }: Pick<Platform['storage'], 'read'>, episodeId: number): Promise<SwitchRow[]> =>
  read
    .selectFrom('episodeswitch')
    .selectAll()
    .where((is) => is.or([is('thresholdlog_id', '=', episodeId), is('root_id', '=', episodeId)]))
    .orderBy('id')
    .limit(MAX_SWITCHES)
    .execute()

/** Returns the newest commands that alarms sent, oldest first, each with the device of its alarm. */
export async function sentLast({ read }: Pick<Platform['storage'], 'read'>) {
  const rows = await read
    .selectFrom('episodeswitch')
    .innerJoin('alarmsendlog', 'alarmsendlog.id', 'episodeswitch.sendlog_id')
    .select([
      'episodeswitch.thresholdlog_id',
      'episodeswitch.root_id',
      'episodeswitch.device_id',
      'episodeswitch.at',
      'episodeswitch.result',
      'alarmsendlog.device_id as alarm_device_id',
    ])
    .orderBy('episodeswitch.id', 'desc')
    .limit(MAX_LAST)
    .execute()
  return rows.filter(({ result }) => resultOf(result) !== 'refused').toReversed()
}

const resultOf = (text: string | null): SwitchResult | null => switchResults.find((result) => result === text) ?? null

/** Returns a stored switch in the form that `canUndo` takes. */
export const stateOf = (row: SwitchRow): SwitchState => ({
  before: row.from_value,
  after: row.to_value,
  result: resultOf(row.result),
  undo: row.undo_at === null ? null : { result: resultOf(row.undo_result) },
})

/**
 * Returns switches as they travel (docs/wire.md, `read-back`). Values of a device that the caller may not see are null.
 */
export async function answerSwitches(
  { storage, registry }: Pick<Platform, 'storage' | 'registry'>,
  caller: Caller,
  rows: readonly SwitchRow[],
  language: Language,
): Promise<object[]> {
  const users = [...new Set(rows.flatMap(({ undo_by }) => undo_by ?? []))]
  const named =
    users.length === 0
      ? []
      : await storage.read.selectFrom('systemuser').select(['id', 'nickname']).where('id', 'in', users).execute()
  return rows.map((row) => {
    const device = registry.device(row.device_id)
    const seen = device !== undefined && registry.mayTouch(caller, device)
    const node = seen ? device.nodes.get(row.nodemap_id) : undefined
    const state = stateOf(row)
    return {
      id: row.id,
      episode_id: row.thresholdlog_id,
      device_id: row.device_id,
      device_name: seen ? device.name : row.device_name,
      nodemap_id: row.nodemap_id,
      node_name: node?.alias ?? row.node_name,
      node: node
        ? {
            registertype: node.registertype,
            node_script: node.node_script,
            unitname: node.unitname ?? '',
            min_value: node.min_value,
            max_value: node.max_value,
          }
        : null,
      before: seen ? row.from_value : null,
      after: row.to_value,
      at: row.at,
      within: node?.readBack ?? null,
      result: state.result,
      reported: seen ? row.reported : null,
      ended_at: row.ended_at,
      reason: storedOutcomeText(row.reason, language),
      undone: state.undo?.result === 'confirmed' ? 1 : 0,
      undo:
        row.undo_at === null
          ? null
          : {
              at: row.undo_at,
              user_id: row.undo_by,
              user_name: named.find(({ id }) => id === row.undo_by)?.nickname ?? null,
              result: state.undo?.result ?? null,
              reported: seen ? row.undo_reported : null,
              ended_at: row.undo_ended_at,
            },
      undoable: canUndo(state) && seen && mayControl(caller) ? 1 : 0,
    }
  })
}
