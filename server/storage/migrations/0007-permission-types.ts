import { sql } from 'kysely'
import { afterExplicitIds } from '../identity.ts'
import type { Migration } from './index.ts'

/** The permission types whose numbers mean something: who holds 2, 3 and 4 may edit display screens (spec 2 §6). */
export const permissionTypes: Migration['up'] = async (trx, engine) => {
  const now = Date.now()
  for (const [index, name] of ['查看', '新建', '编辑', '删除'].entries())
    await sql`insert into permissiontype (id, name, created_at, updated_at) values (${index + 1}, ${name}, ${now}, ${now}) on conflict do nothing`.execute(
      trx,
    )
  await afterExplicitIds(trx, engine, 'permissiontype')
}
