import webpush from 'web-push'
import type { Storage } from '../../storage/types.ts'

interface Keys {
  publicKey: string
  privateKey: string
}

const kept = new WeakMap<Storage, Promise<Keys>>()

/** Returns the platform's VAPID keys (RFC 8292). They are made at its first start, once for all of its processes. */
export function vapidKeys(storage: Storage): Promise<Keys> {
  const keys =
    kept.get(storage) ??
    makeKeys(storage).catch((error: unknown) => {
      kept.delete(storage)
      throw error
    })
  kept.set(storage, keys)
  return keys
}

const makeKeys = (storage: Storage): Promise<Keys> =>
  storage.write(async (trx) => {
    await trx
      .insertInto('setting')
      .values({ name: 'push.vapid', value: JSON.stringify(webpush.generateVAPIDKeys()) })
      .onConflict((conflict) => conflict.column('name').doNothing())
      .execute()
    const { value } = await trx
      .selectFrom('setting')
      .select('value')
      .where('name', '=', 'push.vapid')
      .executeTakeFirstOrThrow()
    return JSON.parse(value) as Keys
  })
