import { mayUse } from '../../resources/kit/access.ts'
import { forbidden } from '../errors.ts'
import type { Platform, SignedIn } from '../platform.ts'
import type { Entity } from './entity.ts'
import { lockRecords } from './lock.ts'
import { logOperation } from './operations.ts'
import { committed, visibleRow } from './save.ts'
import { inUse, usesOf } from './uses.ts'

/** Deletes a record, unless others hang on it (wire.md, Management: 409 names what uses it). */
export async function removeRecord(platform: Platform, signedIn: SignedIn, entity: Entity, id: number): Promise<void> {
  const { resource, hook } = entity
  if (!mayUse(signedIn.caller, resource, 'delete')) throw forbidden()
  await platform.storage.writeAny(async (trx) => {
    await lockRecords(trx, platform.storage.engine, entity, true)
    const row = await visibleRow(trx, platform, entity, id, signedIn.caller)
    const uses = await usesOf(trx, resource, id)
    if (uses.length > 0) throw inUse(uses)
    await hook.beforeDelete?.({ platform, signedIn, id, row }, trx)
    await trx.deleteFrom(resource.table).where('id', '=', id).execute()
    await logOperation(trx, { resource, type: 'delete', id, old: row, row: null, userId: signedIn.caller.id })
  })
  await committed(platform, entity, id)
}
