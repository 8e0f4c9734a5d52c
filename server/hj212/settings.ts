import type { Transaction } from 'kysely'
import { device as deviceResource } from '../../resources/device.ts'
import { mayUse } from '../../resources/kit/access.ts'
import { entityOf } from '../crud/entity.ts'
import { lockRecords } from '../crud/lock.ts'
import { logOperation, type RecordChange } from '../crud/operations.ts'
import { visibleRow } from '../crud/save.ts'
import { forbidden, invalid } from '../errors.ts'
import type { Platform, SignedIn } from '../platform.ts'
import type { AnyTables } from '../storage/types.ts'
import { onDone } from './protocol/command.ts'
import { isPassword } from './protocol/fields.ts'
import { VERSIONS } from './protocol/segment.ts'
import { vaultOf } from './secrets.ts'
import { sm4Key } from './protocol/sm4.ts'

/** Sets a device's HJ 212 credentials (see `stationSetter`). */
export async function setStation(
  platform: Platform,
  signedIn: SignedIn,
  id: number,
  body: Record<string, unknown>,
): Promise<void> {
  const set = await stationSetter(platform, signedIn, body)
  await platform.storage.writeAny(async (trx) => {
    await lockRecords(trx, platform.storage.engine, entityOf(deviceResource), false)
    await set(trx, id)
  })
  await platform.registry.changed('device', id)
}

/**
 * Returns a function that sets a device's HJ 212 credentials in a transaction that has locked the records
 * (crud/lock.ts). Body: `{pw, key, version}`. A member that is not sent stays unchanged; null removes a password (and
 * with it the right to connect) or a key. Requires the right to edit the device.
 *
 * @throws ApiError 403 without that right; 400 for values that the protocol cannot carry
 */
export async function stationSetter(
  platform: Platform,
  { caller }: SignedIn,
  body: Record<string, unknown>,
): Promise<(trx: Transaction<AnyTables>, id: number) => Promise<void>> {
  if (!mayUse(caller, deviceResource, 'edit')) throw forbidden()
  const { pw, key, version } = body
  if (pw !== undefined && pw !== null && !isPassword(pw)) throw invalid({ pw: { key: 'error.hj212.pw' } })
  if (key !== undefined && key !== null && !(typeof key === 'string' && sm4Key(key)))
    throw invalid({ key: { key: 'error.hj212.key' } })
  if (version !== undefined && !Object.values(VERSIONS).some((known) => known === Number(version)))
    throw invalid({ version: { key: 'error.rule.choice' } })
  const vault = await vaultOf(platform.storage)
  const entity = entityOf(deviceResource)
  return async (trx, id) => {
    const row = await visibleRow(trx, platform, entity, id, caller)
    const old = await trx.selectFrom('hj212station').selectAll().where('device_id', '=', id).executeTakeFirst()
    const closed = (value: unknown, kept: string | number | null | undefined): string | null =>
      value === undefined ? ((kept ?? null) as string | null) : value === null ? null : vault.close(String(value))
    const next = {
      version: version === undefined ? Number(old?.version ?? 2017) : Number(version),
      pw: closed(pw, old?.pw),
      sm4: closed(key, old?.sm4),
      updated_at: Date.now(),
    }
    if (old) await trx.updateTable('hj212station').set(next).where('device_id', '=', id).execute()
    else
      await trx
        .insertInto('hj212station')
        .values({ device_id: id, ...next })
        .execute()
    const masked = (value: unknown): string | null => (value === null || value === undefined ? null : '******')
    const changes: RecordChange[] = []
    if (pw !== undefined)
      changes.push({
        field_name: 'hj212 pw',
        field_comment: 'HJ 212 密码',
        old_value: masked(old?.pw),
        new_value: masked(next.pw),
      })
    if (key !== undefined)
      changes.push({
        field_name: 'hj212 key',
        field_comment: 'HJ 212 SM4',
        old_value: masked(old?.sm4),
        new_value: masked(next.sm4),
      })
    if (next.version !== Number(old?.version ?? 2017))
      changes.push({
        field_name: 'hj212 version',
        field_comment: 'HJ 212',
        old_value: String(old?.version ?? 2017),
        new_value: String(next.version),
      })
    if (changes.length > 0)
      await logOperation(trx, { resource: deviceResource, type: 'edit', id, old: row, row, userId: caller.id, changes })
  }
}

// A station that accepted a new password signs in with it from then on.
onDone.set('1072', async (platform, { device, params }, outcome) => {
  if (outcome !== 'done' || params.NewPW === undefined) return
  // Encrypted in the command in the same way as in this table.
  const pw = params.NewPW
  await platform.storage.write((trx) =>
    trx.updateTable('hj212station').set({ pw, updated_at: Date.now() }).where('device_id', '=', device).execute(),
  )
  await platform.registry.changed('device', device)
})
