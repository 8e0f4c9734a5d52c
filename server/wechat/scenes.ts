import type { Selectable } from 'kysely'
import { DAY } from '../../resources/kit/zone.ts'
import type { Storage, Tables } from '../storage/types.ts'

/** How long a QR code can be scanned (wire.md, getWxQrScene). */
export const SCENE_TTL_SECONDS = 60
/** What ended this long ago is swept; until then what was scanned can be saved with a contact. */
const RETENTION_MS = DAY

type Scene = Selectable<Tables['wxscene']>

/** A QR code that is shown, WeChat's or this server's: `url` is what it encodes, `ticket` comes back with the scan. */
export interface BindingCode {
  ticket: string
  url: string
}

/** Scans under way: one row for each QR code shown. */
export interface BindingScenes {
  /** Begins a scan, or begins it anew; false where the random id is another user's. */
  begin(scene: { randomId: string; districtId: number; userId: number; ticket: string }): Promise<boolean>
  /** The state of a user's scan; another's is as unknown as one that never was. */
  state(
    randomId: string,
    userId: number,
  ): Promise<{ state: 'expired' | 'waiting' } | { state: 'scanned'; openid: string }>
  /** The scene a ticket can still be scanned for, or null. */
  open(ticket: string): Promise<Scene | null>
  /** Somebody scanned: false where the code has expired, or was scanned by somebody else. */
  scanned(ticket: string, openid: string): Promise<boolean>
}

export function createBindingScenes(
  storage: Pick<Storage, 'read' | 'write'>,
  now: () => number = () => Date.now(),
): BindingScenes {
  return {
    async begin({ randomId, districtId, userId, ticket }) {
      const time = now()
      const fresh = {
        district_id: districtId,
        user_id: userId,
        ticket,
        created_at: time,
        expires_at: time + SCENE_TTL_SECONDS * 1000,
        openid: null,
      }
      const row = await storage.write(async (trx) => {
        await trx
          .deleteFrom('wxscene')
          .where('expires_at', '<', time - RETENTION_MS)
          .execute()
        return trx
          .insertInto('wxscene')
          .values({ random_id: randomId, ...fresh })
          .onConflict((conflict) =>
            conflict.column('random_id').doUpdateSet(fresh).where('wxscene.user_id', '=', userId),
          )
          .returning('random_id')
          .executeTakeFirst()
      })
      return row !== undefined
    },
    async state(randomId, userId) {
      const row = await storage.read
        .selectFrom('wxscene')
        .select(['openid', 'expires_at'])
        .where('random_id', '=', randomId)
        .where('user_id', '=', userId)
        .executeTakeFirst()
      if (row?.openid) return { state: 'scanned', openid: row.openid }
      return { state: row && row.expires_at > now() ? 'waiting' : 'expired' }
    },
    async open(ticket) {
      return (
        (await storage.read
          .selectFrom('wxscene')
          .selectAll()
          .where('ticket', '=', ticket)
          .where('expires_at', '>', now())
          .executeTakeFirst()) ?? null
      )
    },
    async scanned(ticket, openid) {
      const row = await storage.write((trx) =>
        trx
          .updateTable('wxscene')
          .set({ openid })
          .where('ticket', '=', ticket)
          .where('expires_at', '>', now())
          .where((either) => either.or([either('openid', 'is', null), either('openid', '=', openid)]))
          .returning('random_id')
          .executeTakeFirst(),
      )
      return row !== undefined
    },
  }
}
