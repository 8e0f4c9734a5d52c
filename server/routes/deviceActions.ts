import type { FastifyInstance } from 'fastify'
import { device } from '../../resources/device.ts'
import { mayUse, parseIds } from '../../resources/kit/access.ts'
import { unwrap } from '../../resources/kit/wire.ts'
import { entityOf, type Entity } from '../crud/entity.ts'
import { logOperations } from '../crud/operations.ts'
import { updateRecord } from '../crud/save.ts'
import { isInScope, scopeOf } from '../crud/scope.ts'
import { forbidden, invalid, notFound } from '../errors.ts'
import { signedInOf } from '../http/auth.ts'
import { bodyOf, recordId } from '../http/body.ts'
import { ok } from '../http/envelope.ts'
import type { Platform, SignedIn } from '../platform.ts'
import { callSchema } from '../openapi/call.ts'
import * as s from '../openapi/parts.ts'

const MAX_DEVICES = 10_000

/** Registers renaming a device (3-3-5), and starting and stopping several (3-3-8, 3-3-9). */
export async function deviceActionRoutes(app: FastifyInstance, { platform }: { platform: Platform }): Promise<void> {
  const devices = entityOf(device)

  app.put<{ Params: { id: string } }>(
    '/v1/godbDeviceName/:id',
    {
      schema: callSchema({
        group: 'manage',
        label: ['设备改名', '裝置改名', 'Rename a device'],
        body: s.record({ name: s.TEXT }, ['name']),
        answer: s.schemaRef('device'),
      }),
    },
    async (request) => {
      const { name } = bodyOf(request)
      return ok(
        await updateRecord(
          platform,
          signedInOf(request),
          devices,
          recordId(request.params.id),
          { name: name ?? '' },
          { action: 'rename' },
        ),
      )
    },
  )

  app.put(
    '/v1/godbDeviceBatchControlState',
    {
      schema: callSchema({
        group: 'manage',
        label: ['批量启停', '批次啟停', 'Start or stop devices'],
        body: s.record({ control_state: s.ZERO_OR_ONE, dev_id_list: s.TEXT }, ['control_state', 'dev_id_list']),
        answer: s.INT,
      }),
    },
    async (request) => {
      const { control_state, dev_id_list } = bodyOf(request)
      if (control_state !== 0 && control_state !== 1 && control_state !== '0' && control_state !== '1')
        throw invalid({ control_state: { key: 'error.rule.flag' } })
      const ids = [...new Set(parseIds(unwrap(dev_id_list)))]
      if (ids.length === 0) throw invalid({ dev_id_list: { key: 'error.rule.required' } })
      if (ids.length > MAX_DEVICES)
        throw invalid({ dev_id_list: { key: 'error.rule.max', args: { max: MAX_DEVICES } } })
      return ok(await setControlState(platform, signedInOf(request), devices, ids, Number(control_state)))
    },
  )
}

/**
 * Starts or stops devices, all or none: where one is outside the caller's reach, none is changed. Returns how many were
 * changed.
 */
async function setControlState(
  platform: Platform,
  signedIn: SignedIn,
  devices: Entity,
  ids: readonly number[],
  state: number,
): Promise<number> {
  const { caller } = signedIn
  if (!mayUse(caller, devices.resource, state === 0 ? 'batchStart' : 'batchStop')) throw forbidden()
  const changed = await platform.storage.writeAny(async (trx) => {
    const rows = await trx.selectFrom('device').selectAll().where('id', 'in', ids).execute()
    const scope = scopeOf(caller, devices.resource, platform.registry)
    if (rows.length < ids.length || !rows.every((row) => isInScope(row, scope))) throw notFound()
    const others = rows.filter((row) => row.control_state !== state)
    const updated_at = Date.now()
    if (others.length > 0)
      await trx
        .updateTable('device')
        .set({ control_state: state, updated_at })
        .where(
          'id',
          'in',
          others.map((row) => Number(row.id)),
        )
        .execute()
    await logOperations(
      trx,
      others.map((old) => ({
        resource: devices.resource,
        type: 'edit',
        id: Number(old.id),
        old,
        row: { ...old, control_state: state, updated_at },
        userId: caller.id,
      })),
    )
    return others.map((row) => Number(row.id))
  })
  await platform.registry.changed(devices.resource.table, changed.length === 1 ? (changed[0] ?? null) : null)
  return changed.length
}
