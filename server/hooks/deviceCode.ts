import type { Transaction } from 'kysely'
import { isSuper } from '../../resources/kit/access.ts'
import type { Problem } from '../../resources/kit/rules.ts'
import type { Registry, SignedIn } from '../platform.ts'
import type { Row } from '../storage/row.ts'
import type { AnyTables } from '../storage/types.ts'

/**
 * Returns for each row whether its code belonged to another project's device: a sender that still uses the code would
 * report to a stranger. Such a code is free once a super administrator has released it, or gives it to a device
 * themselves. An MN is refused, too, where it is the code of another project's device, or of a device that the caller
 * may not see.
 */
export async function codeProblems(
  rows: readonly Row[],
  { caller }: SignedIn,
  trx: Transaction<AnyTables>,
  registry: Pick<Registry, 'mayTouch'>,
): Promise<Record<string, Problem>[]> {
  if (isSuper(caller)) return rows.map(() => ({}))
  const held = await heldProblems(rows, trx)
  const spoken = await stationProblems(rows, trx, (device) => registry.mayTouch(caller, device))
  return rows.map((_row, at) => ({ ...held[at], ...spoken[at] }))
}

async function heldProblems(rows: readonly Row[], trx: Transaction<AnyTables>): Promise<Record<string, Problem>[]> {
  const codes = textsOf(rows, 'sn')
  if (codes.length === 0) return []
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

/**
 * Returns for each row whether its MN is, or was, the code of another project's device, or is that of a device outside
 * the caller's areas. A station without an MN speaks HJ 212 under its device code, and an MN takes precedence over a
 * code of the same spelling (hj212/stations.ts): the row's device would receive what the other station sends.
 */
async function stationProblems(
  rows: readonly Row[],
  trx: Transaction<AnyTables>,
  mayTouch: (device: { project_id: number; district_id: number }) => boolean,
): Promise<Record<string, Problem>[]> {
  const names = textsOf(rows, 'mn')
  if (names.length === 0) return []
  const devices = await trx
    .selectFrom('device')
    .select(['id', 'sn', 'mn', 'project_id', 'district_id'])
    .where((either) => either.or([either('sn', 'in', names), either('mn', 'in', names)]))
    .execute()
  const held = await trx.selectFrom('devicecode').select(['sn', 'project_id']).where('sn', 'in', names).execute()
  const outside = new Set(
    devices
      .filter(
        ({ project_id, district_id }) =>
          !mayTouch({ project_id: Number(project_id), district_id: Number(district_id) }),
      )
      .map(({ sn }) => sn),
  )
  const codes = [...devices, ...held]
  return rows.map(({ id, mn, project_id }): Record<string, Problem> => {
    if (typeof mn !== 'string') return {}
    const isForeign =
      outside.has(mn) || codes.some((code) => code.sn === mn && Number(code.project_id) !== Number(project_id))
    // An MN that the row had before was not set by this caller.
    const isKept = devices.some((own) => own.id === id && own.mn === mn)
    return isForeign && !isKept ? { mn: { key: 'error.rule.unique' } } : {}
  })
}

/** Returns the distinct texts that some rows have in a column. */
function textsOf(rows: readonly Row[], column: string): string[] {
  const texts = new Set<string>()
  for (const { [column]: value } of rows) if (typeof value === 'string' && value !== '') texts.add(value)
  return [...texts]
}

/** Reserves a code that its device gives up for the device's project. */
export async function holdCode(trx: Transaction<AnyTables>, { sn, project_id }: Row): Promise<void> {
  if (typeof sn !== 'string' || sn === '') return
  const reservation = { project_id: Number(project_id ?? 0), held_at: Date.now() }
  await trx
    .insertInto('devicecode')
    .values({ sn, ...reservation })
    .onConflict((conflict) => conflict.column('sn').doUpdateSet(reservation))
    .execute()
}

/**
 * Releases reservations of codes: of those that a device has again, or that are free for any project. Returns how many
 * were reserved.
 */
export async function freeCodes(
  trx: Transaction<AnyTables>,
  codes: readonly (string | number | null | undefined)[],
): Promise<number> {
  const named = codes.filter((code) => typeof code === 'string')
  if (named.length === 0) return 0
  const deleted = await trx.deleteFrom('devicecode').where('sn', 'in', named).executeTakeFirst()
  return Number(deleted.numDeletedRows)
}
