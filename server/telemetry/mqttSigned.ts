import { createHmac, timingSafeEqual } from 'node:crypto'
import type { Platform } from '../platform.ts'

/** The signature of a message, and the bytes that were signed. */
interface Signed {
  mac: string
  bytes: Buffer
}

/** End of a signed message: the signature is its last member. */
const ENDING = /,\s*"mac"\s*:\s*"([0-9a-fA-F]{64})"\s*\}\s*$/
/** How long keys are cached, ms: a revoked credential stops working within this time. */
const KEYS_TTL_MS = 5000
const MAX_KNOWN = 10_000

/**
 * Reads the signature of a message of `telemetry/<sn>` (docs/operators.md, "Signed messages"). The signed bytes are the
 * sn, a line feed, and the message as it was before its last member, `mac`, was added. Null: the message carries no
 * signature. 'broken': the signature is malformed, or the message has no time, without which it could be replayed again
 * and again.
 */
export function signatureOf(sn: string, payload: Buffer, items: readonly unknown[]): Signed | 'broken' | null {
  if (!items.some((item) => typeof item === 'object' && item !== null && 'mac' in item)) return null
  const text = payload.toString()
  const [ending, mac] = ENDING.exec(text) ?? []
  const [item] = items
  if (
    ending === undefined ||
    mac === undefined ||
    !text.trimStart().startsWith('{') ||
    typeof item !== 'object' ||
    item === null ||
    !('t' in item)
  )
    return 'broken'
  return { mac, bytes: Buffer.from(`${sn}\n${text.slice(0, -ending.length)}}`) }
}

/**
 * Returns a check whether a signature was made with a valid credential of the device or its gateway. The key is the
 * credential's SHA-256, because the platform stores nothing else of it.
 */
export function createVerifier({
  storage,
  registry,
}: Pick<Platform, 'storage' | 'registry'>): (sn: string, signed: Signed) => Promise<boolean> {
  const known = new Map<string, { keys: readonly Buffer[]; until: number }>()

  const keysOf = async (sn: string): Promise<readonly Buffer[]> => {
    const now = Date.now()
    const remembered = known.get(sn)
    if (remembered && remembered.until > now) return remembered.keys
    const device = registry.bySn(sn)
    const rows = device
      ? await storage.read
          .selectFrom('credential')
          .select('token_hash')
          .where('revoked_at', 'is', null)
          .where((where) =>
            where.or([
              where('device_id', '=', device.id),
              ...(device.gateway_id === null ? [] : [where('gateway_id', '=', device.gateway_id)]),
            ]),
          )
          .execute()
      : []
    const keys = rows.map(({ token_hash }) => Buffer.from(token_hash, 'hex'))
    if (known.size >= MAX_KNOWN) known.clear()
    known.set(sn, { keys, until: now + KEYS_TTL_MS })
    return keys
  }
  return async (sn, { mac, bytes }) => {
    const signature = Buffer.from(mac, 'hex')
    return (await keysOf(sn)).some((key) =>
      timingSafeEqual(createHmac('sha256', key).update(bytes).digest(), signature),
    )
  }
}
