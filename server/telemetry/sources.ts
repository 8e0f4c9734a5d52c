import { createHash } from 'node:crypto'
import { mayUse } from '../../resources/kit/access.ts'
import { device as deviceResource } from '../../resources/device.ts'
import { forbidden, signedOut } from '../errors.ts'
import type { Platform, TelemetrySource } from '../platform.ts'

/** How long a sender is cached, ms: a revoked credential stops working within this time. */
const SOURCE_TTL_MS = 5000
const MAX_KNOWN = 10_000

interface Known {
  source: TelemetrySource | null
  until: number
}

/**
 * Returns a function that finds the sender by a request's bearer token: the credential of a device or gateway, or a
 * user who may edit devices.
 *
 * @throws ApiError 401 without a valid token, 403 for a user who may not send values
 */
export function createSources({
  storage,
  sessions,
}: Pick<Platform, 'storage' | 'sessions'>): (token: string | null) => Promise<TelemetrySource> {
  const known = new Map<string, Known>()

  const credentialOf = async (token: string): Promise<TelemetrySource | null> => {
    const hash = hashCredential(token)
    const now = Date.now()
    const remembered = known.get(hash)
    if (remembered && remembered.until > now) return remembered.source
    const standing = storage.read
      .selectFrom('credential')
      .select(['device_id', 'gateway_id'])
      .where('revoked_at', 'is', null)
    const row = await standing.where('token_hash', '=', hash).executeTakeFirst()
    const source = row ? sourceOf(row) : null
    if (known.size >= MAX_KNOWN) known.clear()
    known.set(hash, { source, until: now + SOURCE_TTL_MS })
    return source
  }
  return async (token) => {
    if (!token) throw signedOut()
    const credential = await credentialOf(token)
    if (credential) return credential
    const signedIn = await sessions.find(token)
    if (!signedIn) throw signedOut()
    if (signedIn.wall || signedIn.user.changepassword === 1 || !mayUse(signedIn.caller, deviceResource, 'edit'))
      throw forbidden()
    return { kind: 'user', caller: signedIn.caller }
  }
}

/** Returns a credential in the form in which it is stored. */
export const hashCredential = (token: string): string => createHash('sha256').update(token).digest('hex')

function sourceOf(row: { device_id: number | null; gateway_id: number | null }): TelemetrySource | null {
  if (row.device_id !== null) return { kind: 'device', id: row.device_id }
  return row.gateway_id === null ? null : { kind: 'gateway', id: row.gateway_id }
}
