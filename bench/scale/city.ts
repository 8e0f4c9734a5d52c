import { sql } from 'kysely'
import { makeCredential } from '../../server/hooks/credential.ts'
import { silentLog } from '../../server/log.ts'
import { hashPassword, md5Of, newUserToken, randomPassword } from '../../server/session/passwords.ts'
import { createSessions } from '../../server/session/sessions.ts'
import { openStorage } from '../../server/storage/index.ts'
import type { Storage } from '../../server/storage/types.ts'
import { fillFleet } from '../fleet.ts'
import type { Place } from './layout.ts'

export interface City {
  /** Credential of the gateway behind which all devices stand; telemetry is sent with it. */
  credential: string
  /** Token of a session of the super administrator `admin`. */
  token: string
  /** The password of `admin`. */
  password: string
}

/**
 * Creates the schema in an empty place and fills it with a fleet (fleet.ts) spread over some areas, behind one gateway,
 * with one account.
 *
 * @param also fills in what else must exist before the first process starts
 */
export async function fillCity(
  place: Place,
  { devices, areas }: { devices: number; areas: number },
  also: (storage: Storage) => Promise<void> = async () => {},
): Promise<City> {
  const storage = await openStorage(place, silentLog)
  try {
    await fillFleet(storage, devices)
    const password = randomPassword()
    const account = {
      username: 'admin',
      nickname: 'admin',
      password: await hashPassword(md5Of(password)),
      user_token: newUserToken(),
      changepassword: 0,
      disabled: 0,
    }
    const stamp = { created_at: 0, updated_at: 0 }
    const more = Array.from({ length: areas - 1 }, (_, i) => ({
      id: 3 + i,
      name: `Area ${2 + i}`,
      superid: 1,
      project_id: 1,
      build_state: 0,
      ...stamp,
    }))
    const credential = await storage.writeAny(async (trx) => {
      await trx.updateTable('systemuser').set(account).where('id', '=', 1).execute()
      await trx.updateTable('district').set({ name: 'Area 1' }).where('id', '=', 2).execute()
      if (more.length > 0) await trx.insertInto('district').values(more).execute()
      await trx
        .insertInto('gateway')
        .values({ id: 1, name: 'Fleet', regcode: '1', protocol_type: 1, project_id: 1, ...stamp })
        .execute()
      await trx
        .updateTable('device')
        .set({ gateway_id: 1, district_id: sql<number>`2 + id % ${sql.lit(areas)}` })
        .execute()
      const filled = ['project', 'district', 'devicetype', 'systemuser', 'node', 'nodemap', 'gateway'] as const
      for (const table of filled) await storage.afterExplicitIds(trx, table)
      return makeCredential(trx, 'gateway_id', 1)
    })
    await also(storage)
    return { credential, token: await createSessions(storage).begin(1, null), password }
  } finally {
    await storage.close()
  }
}
