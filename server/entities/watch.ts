import { sql, type Transaction } from 'kysely'
import { extendResources } from '../../resources/extend.ts'
import { resources as builtIn } from '../../resources/index.ts'
import type { Log } from '../log.ts'
import type { RejectedFile } from '../platform.ts'
import { readCatalogue, type Catalogue } from '../storage/catalogue.ts'
import type { EngineName } from '../storage/columns.ts'
import type { SchemaWatch } from '../storage/index.ts'
import { isSystemTable } from '../storage/systemTables.ts'
import { dropTextSearch } from '../storage/textSearch.ts'
import type { AnyTables } from '../storage/types.ts'
import type { Resource } from '../../resources/kit/define.ts'
import { definitionsIn, rejectedIn, logJoined } from './rejected.ts'
import { dropColumns, lossesOf, type StoredEntity } from './dataLoss.ts'
import { recordCount, refuseStart } from './problems.ts'
import type { ReadEntity } from './read.ts'
import { definitionInForce, isRejected, pair, settle, type Candidate } from './resolve.ts'
import type { ShapeProblem } from './shape.ts'

/** Adds the entities of files to the built-in ones while the database opens. */
export interface EntityWatch extends SchemaWatch {
  /** Returns the files that are not in force, once the database is open. */
  rejected(): readonly RejectedFile[]
}

/**
 * Creates the watch that runs before and after the schema follows the definitions: it settles which definition of each
 * file entity is in force, adds these entities to the built-in ones, drops empty columns and tables that no definition
 * wants, and stores the definitions for the next start. Where a file cannot be used, or its change would lose data, its
 * entity stays as it was at the last start.
 */
export function watchEntities(files: readonly ReadEntity[], log: Log): EntityWatch {
  let settled: Settled = { candidates: [], empty: new Map(), left: [] }
  let rejected: readonly RejectedFile[] = []
  /** Messages of the database about definitions that it refused, by the definition's JSON. */
  const refusals = new Map<string, string>()
  return {
    refused({ resource, message }) {
      const candidate = settled.candidates.find((one) => definitionInForce(one)?.table === resource.table)
      const definition = candidate && definitionInForce(candidate)
      if (!definition || refusals.has(JSON.stringify(definition))) return false
      refusals.set(JSON.stringify(definition), message)
      return true
    },
    async before(trx, engine) {
      const catalogue = await readCatalogue(trx, engine)
      const stored = catalogue.tables.has(TABLE) ? await recall(trx) : []
      refuseClashes(stored)
      settled = await settleAll(trx, engine, catalogue, files, stored, refusals)
      const joined = definitionsIn(settled.candidates)
      rejected = rejectedIn(settled.candidates)
      await clear(trx, catalogue, settled)
      extendResources(joined)
      logJoined(log, joined, rejected)
    },
    async after(trx) {
      await trx.deleteFrom(TABLE).execute()
      for (const candidate of settled.candidates) {
        const resource = isRejected(candidate) ? candidate.before : candidate.now
        if (resource)
          await trx
            .insertInto(TABLE)
            .values({ table_name: resource.table, file: candidate.file, definition: JSON.stringify(resource) })
            .execute()
      }
    },
    rejected: () => rejected,
  }
}

const TABLE = 'entityfile'

interface Settled {
  candidates: Candidate[]
  /** Columns without values that the changed definition drops or changes, by entity. */
  empty: Map<Candidate, string[]>
  /** Tables without rows that no definition wants. */
  left: string[]
}

async function recall(trx: Transaction<AnyTables>): Promise<StoredEntity[]> {
  const { rows } = await sql<{
    file: string
    definition: string
  }>`select file, definition from ${sql.table(TABLE)} order by file, table_name`.execute(trx)
  return rows.map(({ file, definition }) => ({ file, resource: JSON.parse(definition) as Resource }))
}

/**
 * Refuses the start where a newer version of the program uses the table of a file entity itself: no definition could
 * keep those records apart.
 */
function refuseClashes(stored: readonly StoredEntity[]): void {
  const clashing = stored.filter(
    ({ resource: { table } }) => isSystemTable(table) || builtIn.some((resource: Resource) => resource.table === table),
  )
  if (clashing.length > 0)
    refuseStart(
      clashing.map(({ file, resource: { table } }) => ({
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
  stored: readonly StoredEntity[],
  refusals: ReadonlyMap<string, string>,
): Promise<Settled> {
  const refusalOf = (resource: Resource | null): ShapeProblem[] => {
    const message = refusals.get(JSON.stringify(resource))
    return message === undefined
      ? []
      : [{ at: '', text: `the database does not accept it ("${message}"); take other names or types.` }]
  }
  const { removed } = pair(files, stored)
  const counts = new Map<StoredEntity, number>()
  for (const entity of removed)
    counts.set(entity, catalogue.tables.has(entity.resource.table) ? await rowsOf(trx, entity.resource.table) : 0)
  const attempt = async (staying: readonly StoredEntity[]): Promise<Settled> => {
    const settled: Settled = {
      candidates: [
        ...pair(files, stored).candidates,
        ...staying.map((entity) => orphan(entity, counts.get(entity) ?? 0)),
      ],
      empty: new Map(),
      left: removed.filter((entity) => !staying.includes(entity)).map(({ resource }) => resource.table),
    }
    for (const candidate of settled.candidates) {
      candidate.problems.push(...refusalOf(candidate.now))
      candidate.unusable.push(...refusalOf(candidate.before))
    }
    await settle(settled.candidates, builtIn, (candidate) => losses(trx, engine, catalogue, candidate, settled))
    return settled
  }
  const settled = await attempt(removed.filter((entity) => counts.get(entity) !== 0))
  // While a file cannot be used, it is unknown which entity it was meant to replace: entities without a file stay as
  // well, since others may depend on them.
  return settled.candidates.some(isRejected) && settled.left.length > 0 ? attempt(removed) : settled
}

/** Makes the candidate of an entity whose file is gone: it keeps its last definition, so that no records are lost. */
const orphan = ({ file, resource }: StoredEntity, count: number): Candidate => ({
  file,
  now: null,
  before: resource,
  problems: [
    {
      at: '',
      text:
        count === 0
          ? 'is gone; its entity has no records and is removed at the next start at which all other files are valid.'
          : `is gone, but its table "${resource.table}" holds ${recordCount(count)}. Put the file back; or delete the records in the console, and the next start removes the entity.`,
    },
  ],
  unusable: [],
})

/** Returns what a definition would lose of the existing records. */
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
          text: `was "${before.table}", which holds ${recordCount(count)} that would stay behind; write "${before.table}" again.`,
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

/** Drops empty columns and tables that no definition wants. */
async function clear(
  trx: Transaction<AnyTables>,
  catalogue: Catalogue,
  { candidates, empty, left }: Settled,
): Promise<void> {
  for (const [candidate, names] of empty)
    if (!isRejected(candidate) && candidate.now) await dropColumns(trx, catalogue, candidate.now.table, names)
  const used = new Set(candidates.map((candidate) => (isRejected(candidate) ? candidate.before : candidate.now)?.table))
  for (const table of left)
    if (!used.has(table) && catalogue.tables.has(table)) {
      await dropTextSearch(trx, catalogue, table)
      await sql`drop table ${sql.table(table)}`.execute(trx)
    }
}

async function rowsOf(trx: Transaction<AnyTables>, table: string): Promise<number> {
  const { rows } = await sql<{ count: number }>`select count(*) as count from ${sql.table(table)}`.execute(trx)
  return Number(rows[0]?.count ?? 0)
}
