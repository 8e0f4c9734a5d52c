import { sql } from 'kysely'
import { afterExplicitIds } from '../identity.ts'
import type { Migration } from './index.ts'

/** The root that all areas hang on. It belongs to no project. */
export const rootArea: Migration['up'] = async (trx, engine) => {
  const now = Date.now()
  await sql`insert into district (id, name, superid, created_at, updated_at) values (1, '全部区域', 0, ${now}, ${now}) on conflict (id) do nothing`.execute(
    trx,
  )
  await afterExplicitIds(trx, engine, 'district')
}
