import { sql, type Transaction } from 'kysely'
import { extendResources } from '../../resources/extend.ts'
import { resources as builtIn } from '../../resources/index.ts'
import type { Log } from '../log.ts'
import { readCatalogue, type Catalogue } from '../storage/catalogue.ts'
import type { EngineName } from '../storage/columns.ts'
import type { SchemaWatch } from '../storage/index.ts'
import { isSystemTable } from '../storage/systemTables.ts'
import type { AnyTables } from '../storage/types.ts'
import type { Resource } from '../../resources/kit/define.ts'
import { definitionsIn, heldIn, logJoined, type HeldFile } from './held.ts'
import { dropColumns, lossesOf, type Kept } from './losses.ts'
import { records, refuse } from './problems.ts'
import type { ReadEntity } from './read.ts'
import { isHeld, pair, settle, type Candidate } from './settle.ts'
import type { ShapeProblem } from './shape.ts'

/** What joins the built-in entities while the database opens. */
export interface EntityWatch extends SchemaWatch {
  /** The files that are not in force, once the database is open. */
  held(): readonly HeldFile[]
}

/**
 * Stands beside the schema while it follows the definitions: settles by which definition each entity of a file works, takes them in beside
 * the built-in ones, clears away what is empty and not wanted any more, and remembers the definitions for the next start. A file that
 * cannot be used, or whose change would lose data, leaves its entity as it was at the last start.
 */
export function watchEntities(files: readonly ReadEntity[], log: Log): EntityWatch {
  let settled: Settled = { candidates: [], empty: new Map(), left: [] }
  let held: readonly HeldFile[] = []
  return {
    async before(trx, engine) {
      const catalogue = await readCatalogue(trx, engine)
      const kept = catalogue.tables.has(TABLE) ? await recall(trx) : []
      refuseTaken(kept)
      settled = await settleAll(trx, engine, catalogue, files, kept)
      const joined = definitionsIn(settled.candidates)
      held = heldIn(settled.candidates)
      await clear(trx, catalogue, settled)
      extendResources(joined)
      logJoined(log, joined, held)
    },
    async after(trx) {
      await trx.deleteFrom(TABLE).execute()
      for (const candidate of settled.candidates) {
        const resource = isHeld(candidate) ? candidate.before : candidate.now
        if (resource)
          await trx
            .insertInto(TABLE)
            .values({ table_name: resource.table, file: candidate.file, definition: JSON.stringify(resource) })
            .execute()
      }
    },
    held: () => held,
  }
}

const TABLE = 'entityfile'

interface Settled {
  candidates: Candidate[]
  /** Columns that hold nothing and are not wanted as they are, by the entity that changed. */
  empty: Map<Candidate, string[]>
  /** Tables that hold nothing and no definition wants any more. */
  left: string[]
}

async function recall(trx: Transaction<AnyTables>): Promise<Kept[]> {
  const { rows } = await sql<{
    file: string
    definition: string
  }>`select file, definition from ${sql.table(TABLE)} order by file, table_name`.execute(trx)
  return rows.map(({ file, definition }) => ({ file, resource: JSON.parse(definition) as Resource }))
}

/** A table of an entity that a newer program uses itself: no definition could leave those records alone. */
function refuseTaken(kept: readonly Kept[]): void {
  const taken = kept.filter(
    ({ resource: { table } }) => isSystemTable(table) || builtIn.some((resource: Resource) => resource.table === table),
  )
  if (taken.length > 0)
    refuse(
      taken.map(({ file, resource: { table } }) => ({
        file,
        at: 'table',
        text: `"${table}" is a table of the platform itself in this version; start the former version, export the records and give the entity another table.`,
      })),
    )
}

async function settleAll(
  trx: Transaction<AnyTables>,
  engine: EngineName,
  catalogue: Catalogue,
  files: readonly ReadEntity[],
  kept: readonly Kept[],
): Promise<Settled> {
  const { gone } = pair(files, kept)
  const counts = new Map<Kept, number>()
  for (const entity of gone)
    counts.set(entity, catalogue.tables.has(entity.resource.table) ? await rowsOf(trx, entity.resource.table) : 0)
  const attempt = async (staying: readonly Kept[]): Promise<Settled> => {
    const settled: Settled = {
      candidates: [
        ...pair(files, kept).candidates,
        ...staying.map((entity) => orphan(entity, counts.get(entity) ?? 0)),
      ],
      empty: new Map(),
      left: gone.filter((entity) => !staying.includes(entity)).map(({ resource }) => resource.table),
    }
    await settle(settled.candidates, builtIn, (candidate) => losses(trx, engine, catalogue, candidate, settled))
    return settled
  }
  const settled = await attempt(gone.filter((entity) => counts.get(entity) !== 0))
  // While a file cannot be used, nobody knows what it was to take the place of: what others lean on stays too.
  return settled.candidates.some(isHeld) && settled.left.length > 0 ? attempt(gone) : settled
}

/** An entity whose file is gone: records are nobody's to lose. */
const orphan = ({ file, resource }: Kept, count: number): Candidate => ({
  file,
  now: null,
  before: resource,
  problems: [
    {
      at: '',
      text:
        count === 0
          ? 'is gone; its entity, which has no records, goes at the next start that finds all other files in order.'
          : `is gone, but its table "${resource.table}" holds ${records(count)}. Put the file back; or delete the records in the console, and the next start takes the entity away.`,
    },
  ],
  unusable: [],
})

/** What of the records there are a definition would lose. */
async function losses(
  trx: Transaction<AnyTables>,
  engine: EngineName,
  catalogue: Catalogue,
  candidate: Candidate,
  settled: Settled,
): Promise<ShapeProblem[]> {
  const { now, before } = candidate
  if (!now) return []
  if (now.table !== before?.table) {
    if (catalogue.tables.has(now.table))
      return [{ at: 'table', text: `"${now.table}" is a table of the platform already; choose another name.` }]
    if (!before || !catalogue.tables.has(before.table)) return []
    const count = await rowsOf(trx, before.table)
    if (count > 0)
      return [
        {
          at: 'table',
          text: `was "${before.table}", which holds ${records(count)} that would stay behind; write "${before.table}" again.`,
        },
      ]
    settled.left.push(before.table)
    return []
  }
  if (!catalogue.tables.has(now.table)) return []
  const { problems, empty } = await lossesOf(trx, engine, before, now)
  settled.empty.set(candidate, empty)
  return problems
}

/** Takes away what holds nothing and is not wanted any more. */
async function clear(
  trx: Transaction<AnyTables>,
  catalogue: Catalogue,
  { candidates, empty, left }: Settled,
): Promise<void> {
  for (const [candidate, names] of empty)
    if (!isHeld(candidate) && candidate.now) await dropColumns(trx, catalogue, candidate.now.table, names)
  const used = new Set(candidates.map((candidate) => (isHeld(candidate) ? candidate.before : candidate.now)?.table))
  for (const table of left)
    if (!used.has(table) && catalogue.tables.has(table)) await sql`drop table ${sql.table(table)}`.execute(trx)
}

async function rowsOf(trx: Transaction<AnyTables>, table: string): Promise<number> {
  const { rows } = await sql<{ count: number }>`select count(*) as count from ${sql.table(table)}`.execute(trx)
  return Number(rows[0]?.count ?? 0)
}
