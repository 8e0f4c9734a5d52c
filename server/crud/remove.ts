import type { Transaction } from 'kysely'
import { mayUse } from '../../resources/kit/access.ts'
import { forbidden } from '../errors.ts'
import type { Platform, SignedIn } from '../platform.ts'
import type { Row } from '../storage/row.ts'
import type { AnyTables } from '../storage/types.ts'
import { entityOf, type Entity } from './entity.ts'
import { lockRecords } from './lock.ts'
import { logOperation } from './operations.ts'
import { applyCommit, visibleRow } from './save.ts'
import { inUseError, ownedBy, usesOf } from './uses.ts'

/**
 * Deletes a record together with the rows it owns, unless other records use it.
 *
 * @throws ApiError 403 without the right; 404 for a record the caller may not see; 409 with the records that use it
 * (wire.md, Management)
 */
export async function removeRecord(platform: Platform, signedIn: SignedIn, entity: Entity, id: number): Promise<void> {
  if (!mayUse(signedIn.caller, entity.resource, 'delete')) throw forbidden()
  const removed = await platform.storage.writeAny(async (trx) => {
    await lockRecords(trx, platform.storage.engine, entity, true)
    return removeWhole(
      { trx, platform, signedIn },
      entity,
      await visibleRow(trx, platform, entity, id, signedIn.caller),
    )
  })
  for (const each of removed) await applyCommit(platform, each.entity, each.id)
}

interface Removing {
  trx: Transaction<AnyTables>
  platform: Platform
  signedIn: SignedIn
}

type Removed = { entity: Entity; id: number }[]

/**
 * Checks, deletes and logs each record by itself. A record that uses one of the owned rows prevents the whole deletion.
 */
async function removeWhole(removing: Removing, entity: Entity, row: Row): Promise<Removed> {
  const { trx, platform, signedIn } = removing
  const { resource } = entity
  const id = Number(row.id)
  const uses = await usesOf(trx, resource, id, signedIn.caller, platform)
  if (uses.total > 0) throw inUseError(uses)
  const removed: Removed = []
  for (const { user, by } of ownedBy(resource)) {
    const own = await trx.selectFrom(user.table).selectAll().where(by, '=', id).orderBy('id').execute()
    for (const each of leavesFirst(own, user.tree?.parent))
      removed.push(...(await removeWhole(removing, entityOf(user), each)))
  }
  await platform.hookOf(resource).beforeDelete?.({ platform, signedIn, id, row }, trx)
  await trx.deleteFrom(resource.table).where('id', '=', id).execute()
  await logOperation(trx, { resource, type: 'delete', id, old: row, row: null, userId: signedIn.caller.id })
  return [...removed, { entity, id }]
}

/** Returns the rows of a tree in an order in which each comes after those below it; a cycle is walked only once. */
function leavesFirst(rows: readonly Row[], parent: string | undefined): Row[] {
  if (parent === undefined) return [...rows]
  const ordered = new Set<Row>()
  const visit = (row: Row, path: ReadonlySet<Row>): void => {
    if (path.has(row)) return
    for (const below of rows) if (below[parent] === row.id) visit(below, new Set([...path, row]))
    ordered.add(row)
  }
  for (const row of rows) visit(row, new Set())
  return [...ordered]
}
