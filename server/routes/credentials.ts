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
 * Registers the calls for credentials, with which devices and gateways send telemetry (an extension; for users who may
 * edit the record, of a gateway together with all devices behind it). POST {noun}/{id}/credential creates one, which is
 * shown once, and revokes earlier ones; DELETE revokes all. A revoked credential stops working within five seconds.
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

/**
 * Whether the caller may see every device behind a gateway. A gateway belongs to a whole project, and its credential
 * lets the holder send values of every device behind it.
 */
const speaksForTheirs = ({ registry }: Platform, caller: Caller, gateway: number): boolean =>
  registry.devices().every((device) => device.gateway_id !== gateway || registry.mayTouch(caller, device))

/** Revokes a record's credentials and, where `issueNew` is set, creates one. */
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
    // Exclusive lock: of two simultaneous calls, only one credential stays valid.
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
