import { sql, type RawBuilder, type Transaction } from 'kysely'
import { allResources, findResource } from '../../resources/index.ts'
import { mayUse, type Caller } from '../../resources/kit/access.ts'
import type { Label, Resource } from '../../resources/kit/define.ts'
import { nameOrNumber } from '../../resources/kit/named.ts'
import { ApiError } from '../errors.ts'
import type { Platform, Registry } from '../platform.ts'
import type { NamingText } from '../platform/hook.ts'
import type { AnyTables } from '../storage/types.ts'
import { projectColumn, scopeOf } from './scope.ts'

/** A record that refers to another. */
export interface Use {
  /** Path of the record's resource, which is the route of its screen. */
  resource: string
  id: number
  name: string
}

/** The records that refer to a record: the number of each resource, and some that the caller may see. */
export interface Uses {
  total: number
  counts: readonly { resource: Resource; count: number }[]
  visibleUses: readonly Use[]
}

/** Maximum number of records named per resource, and in all. */
const NAMED_EACH = 10
const NAMED = 20
/** Number of them that the sentence names. */
const SPOKEN = 3

/**
 * Finds the records that refer to a record and are not owned by it. Those that the caller may see are named, the others
 * only counted, so a user learns no more about a record in another project than that it exists.
 */
export async function usesOf(
  trx: Transaction<AnyTables>,
  resource: Resource,
  id: number,
  caller: Caller,
  { registry, hookOf }: Pick<Platform, 'registry' | 'hookOf'>,
): Promise<Uses> {
  const users = await usersOf(trx, resource, id, false, hookOf)
  if (users.length === 0) return { total: 0, counts: [], visibleUses: [] }
  const counted = await sql<{ path: string; count: number }>`${sql.join(
    users.map(
      ({ user, where }) =>
        sql`select ${sql.lit(user.path)} as path, count(*) as count from ${sql.table(user.table)} where ${where}`,
    ),
    sql` union all `,
  )}`.execute(trx)
  const counts = users
    .map(({ user }) => ({
      resource: user,
      count: Number(counted.rows.find(({ path }) => path === user.path)?.count ?? 0),
    }))
    .filter(({ count }) => count > 0)
  const total = counts.reduce((sum, { count }) => sum + count, 0)
  const visible = users.filter(
    ({ user }) => counts.some((each) => each.resource === user) && mayUse(caller, user, 'list'),
  )
  return { total, counts, visibleUses: total === 0 ? [] : await namesOf(trx, visible, caller, registry) }
}

/**
 * Returns whether any record that refers to this one belongs to another project than the one to which this one is about
 * to move.
 */
export async function usesInOtherProjects(
  trx: Transaction<AnyTables>,
  resource: Resource,
  id: number,
  project: number,
  { hookOf }: Pick<Platform, 'hookOf'>,
): Promise<boolean> {
  const followers = new Map(followersOf(resource).map((follower) => [follower.user, follower]))
  const queries = (await usersOf(trx, resource, id, true, hookOf)).flatMap(({ user, where }) => {
    const column = projectColumn(user)
    const follower = followers.get(user)
    if (column === null || follower?.others.length === 0) return []
    const held = follower ? sql`(${where}) and ${staysBehind(follower, resource, id)}` : sql`(${where})`
    return [sql`select 1 as found from ${sql.table(user.table)} where ${held} and ${sql.ref(column)} <> ${project}`]
  })
  if (queries.length === 0) return false
  const { rows } = await sql`select found from (${sql.join(queries, sql` union all `)}) as use limit 1`.execute(trx)
  return rows.length > 0
}

/** Moves the records that follow a record to the project to which it moved. */
export async function moveDependents(
  trx: Transaction<AnyTables>,
  resource: Resource,
  id: number,
  project: string | number | null,
): Promise<void> {
  for (const { user, by, column } of followersOf(resource))
    await trx
      .updateTable(user.table)
      .set({ [column]: project })
      .where(by, '=', id)
      .execute()
}

interface Follower {
  user: Resource
  by: string
  column: string
  /** Other references of its records to something in a project. */
  others: readonly { name: string; to: string }[]
}

/**
 * Selects the records of a follower that do not move along: those of another record, and those that refer to something
 * else in the project.
 */
const staysBehind = ({ by, others }: Follower, resource: Resource, id: number): RawBuilder<unknown> => {
  const names = others.map(({ name, to }) =>
    to === resource.path ? sql`coalesce(${sql.ref(name)}, ${id}) <> ${id}` : sql`${sql.ref(name)} is not null`,
  )
  return sql`(${sql.join([sql`${sql.ref(by)} <> ${id}`, ...names], sql` or `)})`
}

/**
 * Returns the resources whose records refer permanently to one of this resource and take their project from it: rows of
 * a format, calibrations of a device, its virtual rules.
 */
function followersOf(resource: Resource): Follower[] {
  return allResources.flatMap((user) => {
    const column = projectColumn(user)
    if (column === null || user.fields[column]?.readOnly !== true) return []
    const named = Object.entries(user.fields).flatMap(([name, field]) =>
      field.type === 'ref' && !field.readOnly ? [{ name, to: field.to, fixed: field.fixed === true }] : [],
    )
    const by = named.find(({ to, fixed }) => to === resource.path && fixed)
    const others = named.filter((each) => each !== by && findResource(each.to)?.scope.project !== null)
    return by ? [{ user, by: by.name, column, others }] : []
  })
}

/**
 * Returns a 409 that names the users of a record, in a sentence and as data `{uses: [{resource, id, name}], more}`
 * (wire.md, Management).
 */
export function inUseError({ total, counts, visibleUses }: Uses): ApiError {
  const uses = visibleUses.slice(0, NAMED)
  const spoken = uses.slice(0, SPOKEN)
  const inWords = (language: number): string[] =>
    spoken.length > 0
      ? spoken.map((use) => `${findResource(use.resource)?.noun[language] ?? use.resource} ${use.name}`)
      : counts.map(({ resource, count }) => `${resource.noun[language]} × ${count}`)
  const users = [0, 1, 2].map(
    (language) =>
      inWords(language).join(language === 2 ? ', ' : '、') + (spoken.length > 0 && total > spoken.length ? ' …' : ''),
  ) as unknown as Label
  return new ApiError(409, 'error.inUse', { users }, null, { uses, more: total - uses.length })
}

/** Returns the resources whose rows are owned by a record of this resource and are deleted with it. */
export const ownedBy = (resource: Resource): { user: Resource; by: string }[] =>
  allResources.flatMap((user) =>
    user.within?.owned && user.within.path === resource.path ? [{ user, by: user.within.by }] : [],
  )

interface User {
  user: Resource
  where: RawBuilder<unknown>
}

/**
 * Returns where to look for the users of a record: every field of every definition that may refer to it, and texts that
 * contain such references.
 */
async function usersOf(
  trx: Transaction<AnyTables>,
  resource: Resource,
  id: number,
  withOwn: boolean,
  hookOf: Platform['hookOf'],
): Promise<User[]> {
  const users: User[] = []
  for (const user of allResources) {
    const own = !withOwn && user.within?.owned && user.within.path === resource.path ? user.within.by : null
    const places = Object.entries(user.fields).flatMap(([column, field]) =>
      field.type === 'ref' && !field.computed && field.to === resource.path && column !== own
        ? [held(pointsTo(column, field.many === true, id), withOwn ? undefined : field.derivedBy)]
        : [],
    )
    const inside = await namedInside(trx, user, hookOf(user).inside?.[resource.path], id)
    if (inside.length > 0) places.push(sql`id in (${sql.join(inside.map((each) => sql.lit(each)))})`)
    if (places.length === 0) continue
    const anywhere = sql`(${sql.join(places, sql` or `)})`
    users.push({ user, where: own === null ? anywhere : sql`${anywhere} and ${sql.ref(own)} <> ${id}` })
  }
  return users
}

/**
 * Returns the rows of a resource that refer to a record inside a text. The text is parsed here, because the two engines
 * would parse it differently.
 */
async function namedInside(
  trx: Transaction<AnyTables>,
  user: Resource,
  text: NamingText | undefined,
  id: number,
): Promise<number[]> {
  if (!text) return []
  const rows = await trx.selectFrom(user.table).select(['id', text.column]).where(text.column, 'is not', null).execute()
  return rows.filter((row) => text.ids(String(row[text.column] ?? '')).includes(id)).map((row) => Number(row.id))
}

/** A reference that the platform derives itself does not prevent a deletion. */
const held = (points: RawBuilder<unknown>, derivedBy: string | undefined): RawBuilder<unknown> =>
  derivedBy === undefined ? points : sql`(${points} and coalesce(${sql.ref(derivedBy)}, '') = '')`

const pointsTo = (column: string, many: boolean, id: number): RawBuilder<unknown> =>
  many ? sql`(',' || ${sql.ref(column)} || ',') like ${`%,${id},%`}` : sql`${sql.ref(column)} = ${id}`

async function namesOf(
  trx: Transaction<AnyTables>,
  users: readonly User[],
  caller: Caller,
  registry: Registry,
): Promise<Use[]> {
  const queries = users.flatMap(({ user, where }) => {
    const scope = scopeOf(caller, user, registry)
    if (scope.some(({ values }) => values.length === 0)) return []
    const inside = scope.map(({ column, values }) => sql` and ${sql.ref(column)} in (${sql.join(values)})`)
    return [
      sql`select * from (select ${sql.lit(user.path)} as path, id, ${titleOf(user)} as title from ${sql.table(user.table)} where ${where}${sql.join(inside, sql``)}
        order by id limit ${sql.lit(NAMED_EACH)}) as found`,
    ]
  })
  if (queries.length === 0) return []
  const { rows } = await sql<{
    path: string
    id: number
    title: string | null
  }>`${sql.join(queries, sql` union all `)}`.execute(trx)
  return rows.map(({ path, id, title }) => ({ resource: path, id: Number(id), name: nameOrNumber(id, title) }))
}

/** Returns the name of a record. A record named after another one has that one's name. */
function titleOf({ table, title, fields }: Resource): RawBuilder<unknown> {
  const field = fields[title]
  const target = field?.type === 'ref' && !field.many ? findResource(field.to) : undefined
  const own = sql`cast(${sql.ref(`${table}.${title}`)} as text)`
  return target
    ? sql`coalesce((select cast(${sql.ref(target.title)} as text) from ${sql.table(target.table)} as named where named.id = ${sql.ref(`${table}.${title}`)}), ${own})`
    : own
}
