import type { Selectable } from 'kysely'
import { DAY } from '../../resources/kit/zone.ts'
import type { Storage, Tables } from '../storage/types.ts'

/** How long a QR code can be scanned (wire.md, getWxQrScene). */
export const SCENE_TTL_SECONDS = 60
/** Scenes that ended this long ago are deleted; until then a scanned open id can be saved with a contact. */
const RETENTION_MS = DAY

type Scene = Selectable<Tables['wxscene']>

/** A QR code to show, WeChat's or this server's: `url` is its content, `ticket` comes back with the scan. */
export interface BindingCode {
  ticket: string
  url: string
}

/** Scans in progress: one row for each QR code shown. */
export interface BindingScenes {
  /** Begins a scan, or restarts it; false where the random id belongs to another user. */
  begin(scene: { randomId: string; districtId: number; userId: number; ticket: string }): Promise<boolean>
  /** Returns the state of a user's scan; another user's scan looks like one that never existed. */
  state(
    randomId: string,
    userId: number,
  ): Promise<{ state: 'expired' | 'waiting' } | { state: 'scanned'; openid: string }>
  /** Returns the scene that a ticket can still be scanned for, or null. */
  open(ticket: string): Promise<Scene | null>
  /** Records a scan; false where the code has expired, or another WeChat user has scanned it. */
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
