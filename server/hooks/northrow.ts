import type { Transaction } from 'kysely'
import type { Problem } from '../../resources/kit/rules.ts'
import { ApiError, invalid } from '../errors.ts'
import { KEY, MAX_NESTING, valueProblem } from '../north/format.ts'
import { reachesAll } from '../north/reach.ts'
import type { Hook, PendingSave } from '../platform/hook.ts'
import type { Row } from '../storage/row.ts'
import type { AnyTables } from '../storage/types.ts'
import { refuseChangesElsewhere, keepFromDeletion } from './elsewhere.ts'

/** Most rows of one format. */
const MAX_ROWS = 500

export const northrowHook: Hook = {
  async beforeSave(saving, trx) {
    const { row, old, id } = saving
    const format = await trx
      .selectFrom('northdatainfo')
      .select('project_id')
      .where('id', '=', Number(row.info_id))
      .executeTakeFirst()
    row.project_id = format?.project_id ?? null
    row.super_id ??= 0
    await refuseChangesElsewhere(saving, () => arePushedElsewhere(trx, saving))
    const problem = valueProblem({
      key_type: Number(row.key_type),
      key_value_type: Number(row.key_value_type),
      key_value_value: String(row.key_value_value),
    })
    const problems: Record<string, Problem> = problem ? { key_value_value: problem } : {}
    if (row.super_id !== old?.super_id) Object.assign(problems, await placeProblems(trx, row, id))
    if (
      id !== null &&
      row.key_type === KEY.value &&
      old?.key_type !== KEY.value &&
      (await childrenOf(trx, id)).length > 0
    )
      problems.key_type = { key: 'error.north.children' }
    if (Object.keys(problems).length > 0) throw invalid(problems)
  },
  /** A row with rows below it is kept: to delete a branch, delete its leaves first. */
  async beforeDelete(deleting, trx) {
    const { id } = deleting
    await keepFromDeletion(deleting, () => arePushedElsewhere(trx, deleting))
    const children = await childrenOf(trx, id)
    if (children.length > 0)
      throw new ApiError(409, 'error.inUse', { users: children.map((row) => String(row.key_name_value)).join(', ') })
  },
}

/** Whether an interface that uses the row's format pushes devices that the caller may not see. */
async function arePushedElsewhere(
  trx: Transaction<AnyTables>,
  { platform: { registry }, signedIn: { caller }, row }: Pick<PendingSave, 'platform' | 'signedIn' | 'row'>,
): Promise<boolean> {
  const rows = await trx
    .selectFrom('northinterface')
    .select('dev_list')
    .where('info_id', '=', Number(row.info_id))
    .execute()
  return rows.some(({ dev_list }) => !reachesAll(registry, caller, dev_list))
}

/** Number of rows that the message names. */
const NAMED = 3

const childrenOf = (trx: Transaction<AnyTables>, id: number) =>
  trx
    .selectFrom('northdatalist')
    .select('key_name_value')
    .where('super_id', '=', id)
    .orderBy('id')
    .limit(NAMED)
    .execute()

/**
 * Returns the problems of a row's place: it lies at the top, or under an object or array of its own format that is not
 * below the row itself.
 */
async function placeProblems(
  trx: Transaction<AnyTables>,
  row: Row,
  id: number | null,
): Promise<Record<string, Problem>> {
  const { total } = await trx
    .selectFrom('northdatalist')
    .select((select) => select.fn.countAll<number>().as('total'))
    .where('info_id', '=', Number(row.info_id))
    .executeTakeFirstOrThrow()
  if (id === null && Number(total) >= MAX_ROWS) return { info_id: { key: 'error.north.rows', args: { max: MAX_ROWS } } }
  let parent = Number(row.super_id)
  for (let depth = 1; parent !== 0; depth++) {
    if (depth >= MAX_NESTING) return { super_id: { key: 'error.north.depth', args: { max: MAX_NESTING } } }
    const above = await trx
      .selectFrom('northdatalist')
      .select(['super_id', 'key_type'])
      .where('id', '=', parent)
      .where('info_id', '=', Number(row.info_id))
      .executeTakeFirst()
    if (!above || above.key_type === KEY.value) return { super_id: { key: 'error.north.parent' } }
    parent = Number(above.super_id ?? 0)
  }
  return {}
}
