import type { Transaction } from 'kysely'
import { isSuper } from '../../resources/kit/access.ts'
import type { Problem } from '../../resources/kit/rules.ts'
import type { Row } from '../crud/row.ts'
import type { SignedIn } from '../platform.ts'
import type { AnyTables } from '../storage/types.ts'

/**
 * Which rows take a code that another project's device had: what still sends under it would report to a stranger. Such a code is free once
 * a super administrator released it, or gives it to a device themselves.
 */
export async function codeProblems(
  rows: readonly Row[],
  { caller }: SignedIn,
  trx: Transaction<AnyTables>,
): Promise<Record<string, Problem>[]> {
  const codes = [...new Set(rows.flatMap(({ sn }) => (typeof sn === 'string' ? [sn] : [])))]
  if (isSuper(caller) || codes.length === 0) return rows.map(() => ({}))
  const holders = new Map(
    (await trx.selectFrom('devicecode').select(['sn', 'project_id']).where('sn', 'in', codes).execute()).map(
      ({ sn, project_id }) => [sn, Number(project_id)],
    ),
  )
  return rows.map(
    ({ sn, project_id }): Record<string, Problem> =>
      (holders.get(sn ?? null) ?? Number(project_id)) === Number(project_id) ? {} : { sn: { key: 'error.heldCode' } },
  )
}

/** A code that its device gives up stays with the device's project. */
export async function holdCode(trx: Transaction<AnyTables>, { sn, project_id }: Row): Promise<void> {
  if (typeof sn !== 'string' || sn === '') return
  const reservation = { project_id: Number(project_id ?? 0), held_at: Date.now() }
  await trx
    .insertInto('devicecode')
    .values({ sn, ...reservation })
    .onConflict((conflict) => conflict.column('sn').doUpdateSet(reservation))
    .execute()
}

/** Codes that devices have again, or that nobody holds any longer; answers how many were held. */
export async function freeCodes(
  trx: Transaction<AnyTables>,
  codes: readonly (string | number | null | undefined)[],
): Promise<number> {
  const named = codes.filter((code) => typeof code === 'string')
  if (named.length === 0) return 0
  const deleted = await trx.deleteFrom('devicecode').where('sn', 'in', named).executeTakeFirst()
  return Number(deleted.numDeletedRows)
}
