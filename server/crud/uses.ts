import { sql, type RawBuilder, type Transaction } from 'kysely'
import { allResources } from '../../resources/index.ts'
import type { Label, Resource } from '../../resources/kit/define.ts'
import { ApiError } from '../errors.ts'
import type { AnyTables } from '../storage/types.ts'
import { projectColumn } from './entity.ts'

/** A record that names another. */
export interface Use {
  /** The table of the resource that uses it. */
  resource: string
  /** Route of that resource's screen. */
  path: string
  id: number
  title: string
}

/** How many users are named in the sentence. */
const NAMED = 3

/** Every field of every definition that may name a record of a resource: one place to look for what hangs on it. */
interface Pointer {
  user: Resource
  column: string
  many: boolean
}

const pointersTo = (resource: Resource): Pointer[] =>
  allResources.flatMap((user) =>
    Object.entries(user.fields).flatMap(([column, field]) => (field.type === 'ref' && !field.computed && field.to === resource.path ? [{ user, column, many: field.many === true }] : [])),
  )

/** Records that name a record, some of each kind. */
export async function usesOf(trx: Transaction<AnyTables>, resource: Resource, id: number): Promise<Use[]> {
  const pointers = pointersTo(resource)
  return find(trx, pointers.map((pointer) => [pointer, pointsTo(pointer, id)]))
}

/** Of the records that name a record, those of another project than the one it is about to move to. */
export async function usesInOtherProjects(trx: Transaction<AnyTables>, resource: Resource, id: number, project: number): Promise<Use[]> {
  return find(
    trx,
    pointersTo(resource).flatMap((pointer): [Pointer, RawBuilder<unknown>][] => {
      const column = projectColumn(pointer.user)
      return column === null ? [] : [[pointer, sql`${pointsTo(pointer, id)} and ${sql.ref(column)} <> ${project}`]]
    }),
  )
}

/** 409, with the names of what uses the record. */
export function inUse(uses: readonly Use[]): ApiError {
  const named = uses.slice(0, NAMED)
  const users: Label = [0, 1, 2].map((language) => named.map((use) => `${nounOf(use)[language]} ${use.title}`).join(language === 2 ? ', ' : '、') + (uses.length > NAMED ? ' …' : '')) as unknown as Label
  return new ApiError(409, 'error.inUse', { users }, null, { uses: named })
}

const pointsTo = ({ column, many }: Pointer, id: number): RawBuilder<unknown> =>
  many ? sql`(',' || ${sql.ref(column)} || ',') like ${`%,${id},%`}` : sql`${sql.ref(column)} = ${id}`

async function find(trx: Transaction<AnyTables>, places: [Pointer, RawBuilder<unknown>][]): Promise<Use[]> {
  if (places.length === 0) return []
  const queries = places.map(
    ([{ user }, where]) =>
      sql`select * from (select ${sql.lit(user.path)} as path, id, cast(${sql.ref(user.title)} as text) as title from ${sql.table(user.table)} where ${where} order by id limit ${sql.lit(NAMED + 1)}) as found`,
  )
  const { rows } = await sql<{ path: string; id: number; title: string | null }>`${sql.join(queries, sql` union all `)}`.execute(trx)
  return rows.map(({ path, id, title }) => ({ resource: tableOf(path), path, id, title: title ?? String(id) }))
}

const byPath = new Map(allResources.map((resource) => [resource.path, resource]))
const tableOf = (path: string): string => byPath.get(path)?.table ?? path
const nounOf = ({ path }: Use): Label => byPath.get(path)?.noun ?? [path, path, path]
