import { createHmac, randomInt, timingSafeEqual } from 'node:crypto'
import { ApiError } from '../errors.ts'
import { CODE_TTL_MS } from '../send/outbox.ts'
import type { Storage } from '../storage/types.ts'

/** Shortest time between two codes to one phone (spec 1 §9), ms. */
const RESEND_PAUSE_MS = 60_000
/** Tries allowed for one code that was sent. */
const MAX_TRIES = 5
/** Codes that expired this long ago are deleted, ms. */
const RETENTION_MS = 60 * 60_000

/** Codes sent by SMS: six digits, of which only a keyed hash is stored. */
export interface Codes {
  /** Makes the code of a phone, in place of an older one; throws 429 within 60 s of the last. */
  make(phone: string): Promise<string>
  /** Invalidates a code that could not be sent; the pause of 60 s stays. */
  drop(phone: string): Promise<void>
  /** Whether a code matches a phone. Every call counts as one of five tries. */
  check(phone: string, code: string): Promise<boolean>
}

/** @param key shared by all processes of the platform; without a key all million codes could be tried against a hash */
export function createCodes(storage: Pick<Storage, 'write'>, key: Buffer, now: () => number = () => Date.now()): Codes {
  const hashOf = (phone: string, code: string): string =>
    createHmac('sha256', key).update(`${phone} ${code}`).digest('hex')
  return {
    async make(phone) {
      const time = now()
      const code = String(randomInt(1_000_000)).padStart(6, '0')
      const row = { phone, code_hash: hashOf(phone, code), sent_at: time, expires_at: time + CODE_TTL_MS, tries: 0 }
      const { phone: _phone, ...changes } = row
      const wait = await storage.write(async (trx) => {
        await trx
          .deleteFrom('smscode')
          .where('expires_at', '<', time - RETENTION_MS)
          .execute()
        // One statement decides, so that only one of two simultaneous requests sends a code.
        const inserted = await trx
          .insertInto('smscode')
          .values(row)
          .onConflict((conflict) =>
            conflict
              .column('phone')
              .doUpdateSet(changes)
              .where('smscode.sent_at', '<=', time - RESEND_PAUSE_MS),
          )
          .returning('phone')
          .executeTakeFirst()
        if (inserted) return null
        const last = await trx.selectFrom('smscode').select('sent_at').where('phone', '=', phone).executeTakeFirst()
        return (last?.sent_at ?? time) + RESEND_PAUSE_MS - time
      })
      if (wait !== null) throw new ApiError(429, 'error.tooMany', { seconds: Math.max(1, Math.ceil(wait / 1000)) })
      return code
    },
    async drop(phone) {
      await storage.write((trx) =>
        trx.updateTable('smscode').set({ code_hash: '', expires_at: now() }).where('phone', '=', phone).execute(),
      )
    },
    async check(phone, code) {
      const tried = await storage.write((trx) =>
        trx
          .updateTable('smscode')
          .set((row) => ({ tries: row('tries', '+', 1) }))
          .where('phone', '=', phone)
          .where('expires_at', '>', now())
          .where('tries', '<', MAX_TRIES)
          .returning('code_hash')
          .executeTakeFirst(),
      )
      const expected = Buffer.from(tried?.code_hash ?? '')
      const got = Buffer.from(hashOf(phone, code))
      return expected.length === got.length && timingSafeEqual(expected, got)
    },
  }
}
