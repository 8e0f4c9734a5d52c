import type { FastifyInstance } from 'fastify'
import { device } from '../../resources/device.ts'
import { gateway } from '../../resources/gateway.ts'
import { mayUse, type Caller } from '../../resources/kit/access.ts'
import { resourceOf } from '../../resources/index.ts'
import { entityOf, type Entity } from '../crud/entity.ts'
import { lockRecords } from '../crud/lock.ts'
import { logOperation } from '../crud/operations.ts'
import { visibleRow } from '../crud/save.ts'
import { forbidden } from '../errors.ts'
import { makeCredential, revokeCredentials } from '../hooks/credential.ts'
import { signedInOf } from '../http/auth.ts'
import { recordId } from '../http/body.ts'
import { ok } from '../http/envelope.ts'
import type { Label } from '../../resources/kit/define.ts'
import { callSchema } from '../openapi/call.ts'
import * as s from '../openapi/parts.ts'
import type { Platform, SignedIn } from '../platform.ts'

interface OneRecord {
  Params: { id: string }
}

type Owner = 'device_id' | 'gateway_id'

/**
 * What devices and gateways send telemetry with (an extension; whoever may edit the record, of a gateway with all devices behind it).
 * POST {noun}/{id}/credential makes a new one, shown once, and ends those before it; DELETE ends all. An ended credential stops within five seconds.
 */
export async function credentialRoutes(app: FastifyInstance, { platform }: { platform: Platform }): Promise<void> {
  const owners: readonly [Entity, Owner][] = [
    [entityOf(resourceOf(device.path)), 'device_id'],
    [entityOf(resourceOf(gateway.path)), 'gateway_id'],
  ]
  for (const [entity, owner] of owners) {
    const { resource } = entity
    const url = `/v1/${resource.api}/:id/credential`
    app.post<OneRecord>(
      url,
      { schema: callSchema({ group: resource.label, label: RENEW, answer: s.record({ credential: s.TEXT }) }) },
      async (request) =>
        ok({
          credential: await renew(platform, signedInOf(request), entity, owner, recordId(request.params.id), true),
        }),
    )
    app.delete<OneRecord>(url, { schema: callSchema({ group: resource.label, label: REVOKE }) }, async (request) => {
      await renew(platform, signedInOf(request), entity, owner, recordId(request.params.id), false)
      return ok(null)
    })
  }
}

const RENEW: Label = ['重置凭证', '重設憑證', 'New credential']
const REVOKE: Label = ['吊销凭证', '撤銷憑證', 'Revoke the credential']

/** A gateway is of a whole project, and who has its credential sends values of every device behind it: all of those have to be the caller's. */
const speaksForTheirs = ({ registry }: Platform, caller: Caller, gateway: number): boolean =>
  registry.devices().every((device) => device.gateway_id !== gateway || registry.mayTouch(caller, device))

/** Ends a record's credentials and, where wanted, makes a new one. */
async function renew(
  platform: Platform,
  { caller }: SignedIn,
  entity: Entity,
  owner: Owner,
  id: number,
  issueNew: boolean,
): Promise<string | null> {
  const { resource } = entity
  if (!mayUse(caller, resource, 'edit')) throw forbidden()
  return platform.storage.writeAny(async (trx) => {
    // Alone, so that of two at once one is left.
    await lockRecords(trx, platform.storage.engine, entity, true)
    const row = await visibleRow(trx, platform, entity, id, caller)
    if (owner === 'gateway_id' && !speaksForTheirs(platform, caller, id)) throw forbidden()
    await revokeCredentials(trx, owner, id)
    const credential = issueNew ? await makeCredential(trx, owner, id) : null
    await logOperation(trx, {
      resource,
      type: issueNew ? 'credential' : 'revoke',
      id,
      old: row,
      row,
      userId: caller.id,
    })
    return credential
  })
}
