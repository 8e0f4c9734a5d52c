import { sql, type Transaction } from 'kysely'
import type { Resource } from '../../resources/kit/define.ts'
import { readCatalogue, type Catalogue } from '../storage/catalogue.ts'
import type { EngineName } from '../storage/columns.ts'
import type { SchemaWatch } from '../storage/index.ts'
import type { AnyTables } from '../storage/types.ts'
import { fieldLosses, rowLosses, type Kept } from './losses.ts'
import { records, refuse, type EntityProblem } from './problems.ts'

/** The entities of the files, each with the file it came from. */
export type Joined = readonly { file: string; resource: Resource }[]

/**
 * Stands beside the schema while it follows the definitions: refuses what would lose data of an entity of a file, clears away what is
 * empty and not wanted any more, and remembers the definitions for the next start.
 */
export function watchEntities(joined: Joined): SchemaWatch {
  return {
    async before(trx, engine) {
      const catalogue = await readCatalogue(trx, engine)
      const kept = catalogue.tables.has(TABLE) ? await recall(trx) : []
      const problems = [...(await goneProblems(trx, kept, joined)), ...(await changeProblems(trx, engine, catalogue, kept, joined))]
      if (problems.length > 0) refuse(problems, 'Entities have changed in a way that would lose data; nothing was changed.')
    },
    async after(trx) {
      await trx.deleteFrom(TABLE).execute()
      for (const { file, resource } of joined) await trx.insertInto(TABLE).values({ table_name: resource.table, file, definition: JSON.stringify(resource) }).execute()
    },
  }
}

const TABLE = 'entityfile'

async function recall(trx: Transaction<AnyTables>): Promise<Kept[]> {
  const { rows } = await sql<{ file: string; definition: string }>`select file, definition from ${sql.table(TABLE)}`.execute(trx)
  return rows.map(({ file, definition }) => ({ file, resource: JSON.parse(definition) as Resource }))
}

/** An entity whose file is gone: its table goes too where it is empty; records are nobody's to lose. */
async function goneProblems(trx: Transaction<AnyTables>, kept: readonly Kept[], joined: Joined): Promise<EntityProblem[]> {
  const problems: EntityProblem[] = []
  for (const { file, resource } of kept) {
    const { table, path } = resource
    if (joined.some((now) => now.resource.table === table)) continue
    const count = await rowsOf(trx, table)
    const renamed = joined.find((now) => now.resource.path === path)
    if (count === 0) await sql`drop table ${sql.table(table)}`.execute(trx)
    else if (renamed) problems.push({ file: renamed.file, at: 'table', text: `was "${table}", which holds ${records(count)} that would stay behind; write "${table}" again.` })
    else problems.push({ file, at: '', text: `is gone, but its table "${table}" holds ${records(count)}. Put the file back; or put it back once more, delete the records in the console, and take it away then.` })
  }
  return problems
}

async function changeProblems(trx: Transaction<AnyTables>, engine: EngineName, catalogue: Catalogue, kept: readonly Kept[], joined: Joined): Promise<EntityProblem[]> {
  const problems: EntityProblem[] = []
  for (const { file, resource } of joined) {
    const before = kept.find((entity) => entity.resource.table === resource.table)?.resource
    const exists = catalogue.tables.has(resource.table)
    if (exists && !before) problems.push({ file, at: 'table', text: `"${resource.table}" is a table of the platform already; choose another name.` })
    if (!exists || !before || JSON.stringify(before) === JSON.stringify(resource)) continue
    const found = await fieldLosses(trx, engine, catalogue, before, resource)
    const losses = found.length > 0 ? found : await rowLosses(trx, before, resource)
    problems.push(...losses.map((loss) => ({ file, ...loss })))
  }
  return problems
}

async function rowsOf(trx: Transaction<AnyTables>, table: string): Promise<number> {
  const { rows } = await sql<{ count: number }>`select count(*) as count from ${sql.table(table)}`.execute(trx)
  return Number(rows[0]?.count ?? 0)
}
