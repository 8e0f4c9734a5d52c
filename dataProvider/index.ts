import type {
  CreateResult,
  DataProvider,
  DeleteResult,
  GetListResult,
  GetManyResult,
  GetOneResult,
  Identifier,
  UpdateResult,
} from 'react-admin'
import { resourceOf } from '../resources/index.ts'
import type { Resource } from '../resources/kit/define.ts'
import { withForeignDictionaries } from '../resources/kit/foreignDictionaries.ts'
import type { Values } from '../resources/kit/validate.ts'
import { toChange, toCreation, toRequest, toWire } from '../resources/kit/wire.ts'
import { user } from '../resources/user.ts'
import { firstPasswordOf } from './calls/firstPassword.ts'
import { isAnnounced, call, WireError } from './http.ts'
import { fetchAll, fetchPage, projectOf, type Filter } from './lists.ts'
import { nameList } from './names.ts'
import { plainResource } from './plainResources.ts'
import { answered, rowOf, type Row } from './rows.ts'
import { refuseStale, versionHeader, type StaleGuard } from './stale.ts'

/**
 * Maps react-admin's verbs to /v1 (wire.md, Management). A resource's name is its route; its `api` is the noun on the
 * wire.
 *
 * | verb             | call
 *        |
 * |------------------|---------------------------------------------------------------------------------------------------------|
 * | getList          | GET {api}?page_size&current&search&pro_id&dis_id&sort&order; a bare array is searched, sorted,
 * cut here | |                  | inside another resource's screen: GET {within.call}, whose {id} is in the filter
 * under within.by        | | getOne           | GET {api}/{id}; if the platform lacks the call: the row from the last
 * list, or a search in all rows     | | getMany          | GET {api}?ids=1,2; if the platform ignores ids: GET
 * {api}NameList                                       | | getManyReference | getList, narrowed by `target`
 *                                                              | | create           | POST {api}: the fields that a
 * client may write and that were filled in, optional text wrapped; for a    | |                  | user also a first
 * password if the platform makes none (the result contains it in both cases)            | | update           | PUT
 * {api}/{id}: the fields of these that differ from previousData; no call without a difference. If     | |
 *    | another user changed the record since previousData: WireError 409 with data.current (stale.ts)          | |
 * delete           | DELETE {api}/{id}; for a user with the row as body if the platform makes no first passwords
 *      | | updateMany, deleteMany | update and delete, one after the other
 *               |
 *
 * Resources without a definition (plainResources.ts) have only the verbs for which they have calls.
 *
 * Filters: `q` the search text, `pro_id` a project, `dis_id` an area with all areas below it. Failures are WireErrors
 * and are passed on unchanged.
 */
export function createDataProvider(): DataProvider {
  const rowsByResource = new Map<string, Map<number, Row>>()
  const remember = (path: string, rows: readonly Row[]) =>
    rowsByResource.set(path, new Map(rows.map((row) => [row.id, row])))
  const changed = (path: string) => void rowsByResource.delete(path)

  async function getList(path: string, { pagination, sort, filter = {}, meta, signal }: ListQuery) {
    const query = {
      page: pagination?.page ?? 1,
      perPage: pagination?.perPage ?? 10,
      sort: sort?.field ?? '',
      descending: sort?.order === 'DESC',
      search: typeof filter.q === 'string' && !meta?.wholeTree ? filter.q.trim() : '',
      project: projectOf(filter),
    }
    const plain = plainResource(path)
    if (plain) return plain.getList({ ...query, filter, meta: meta ?? {} }, signal)
    const page = await fetchPage(resourceOf(path), filter, query, signal)
    remember(path, page.data)
    return page
  }

  async function getOne(path: string, id: Identifier, signal?: AbortSignal): Promise<{ id: Identifier }> {
    const plain = plainResource(path)?.getOne
    if (plain) return plain(id, signal)
    const resource = resourceOf(path)
    try {
      if (await isAnnounced('one'))
        return rowOf(resource, await call('GET', `${resource.api}/${encodeURIComponent(id)}`, { signal }))
    } catch (failure) {
      if (!(failure instanceof WireError) || !mayLackCall(failure)) throw failure
    }
    const row =
      rowsByResource.get(path)?.get(Number(id)) ??
      (await fetchAll(resource, {}, signal)).find((candidate) => candidate.id === Number(id))
    if (!row) throw new WireError('error.notFound', 404, { code: 404 })
    return row
  }

  async function getMany(path: string, ids: readonly Identifier[]): Promise<Row[]> {
    const resource = resourceOf(path)
    const wanted = new Set(ids.map(Number))
    if (!resource.unpaged && !resource.tree && !resource.within && (await isAnnounced('ids'))) {
      const rows = await byIds(resource, [...wanted]).catch((failure: unknown) => {
        // A user who may not read the list may still read the names of its records.
        if (failure instanceof WireError && failure.status === 403) return []
        throw failure
      })
      if (rows.length === wanted.size) return rows
    }
    return (await nameList(path)).filter((row) => wanted.has(row.id))
  }

  async function byIds(resource: Resource, ids: readonly number[]): Promise<Row[]> {
    const rows: Row[] = []
    for (const some of chunksOf(ids, IDS_A_CALL)) {
      const query = { ids: some.join(','), page_size: some.length, current: 1 }
      const data = await call('GET', resource.api, { query })
      rows.push(...answered(resource, data).rows.filter((row) => some.includes(row.id)))
    }
    return rows
  }

  async function update(
    path: string,
    id: Identifier,
    data: Values,
    previousData?: Values,
    guard?: StaleGuard,
  ): Promise<{ id: Identifier }> {
    const plain = plainResource(path)?.update
    if (plain) return plain(data, previousData)
    const resource = await definitionOf(path)
    const body = previousData
      ? toChange(resource, { ...previousData, ...data }, previousData)
      : toRequest(resource, data)
    const before: Row = { ...previousData, ...data, id: Number(id) }
    if (Object.keys(body).length === 0) return before
    if (guard === 'read' && previousData) await refuseStale(resource, Number(id), previousData)
    const answer = await call('PUT', `${resource.api}/${encodeURIComponent(id)}`, {
      body,
      headers: guard && previousData ? versionHeader(previousData) : {},
    })
    changed(path)
    return { ...before, ...recordIn(resource, answer), id: Number(id) }
  }

  async function remove(path: string, id: Identifier, row?: Values): Promise<void> {
    const plain = plainResource(path)?.delete
    if (plain) return void (await plain(id))
    const body = await deletedBody(path, row ?? rowsByResource.get(path)?.get(Number(id)))
    await call('DELETE', `${resourceOf(path).api}/${encodeURIComponent(id)}`, { body })
    changed(path)
  }

  return {
    supportAbortSignal: true,
    getList: async (path, params) => (await getList(path, params)) as unknown as GetListResult,
    getOne: async (path, { id, signal }) => ({ data: await getOne(path, id, signal) }) as unknown as GetOneResult,
    // No signal: callers that ask for the same names share one request, and one of them may be aborted before the
    // others.
    getMany: async (path, { ids }) => ({ data: await getMany(path, ids) }) as unknown as GetManyResult,
    getManyReference: async (path, { target, id, filter, ...params }) => {
      const resource = resourceOf(path)
      const name = target === resource.scope.project ? 'pro_id' : target === resource.scope.district ? 'dis_id' : target
      const narrowed = { ...filter, [name]: id }
      if (name !== target || resource.within?.by === target)
        return (await getList(path, { ...params, filter: narrowed })) as unknown as GetListResult
      const rows = (await fetchAll(resource, filter, params.signal)).filter((row) => String(row[target]) === String(id))
      return { data: rows, total: rows.length } as unknown as GetListResult
    },
    create: async (path, { data }) => {
      const resource = await definitionOf(path)
      const first = await firstPasswordOf(resource)
      const answer = await call('POST', resource.api, {
        body: { ...toCreation(resource, data), ...(first && { password: first.md5 }) },
      })
      changed(path)
      return {
        data: { ...data, id: 0, ...(first && { first_password: first.text }), ...recordIn(resource, answer) },
      } as unknown as CreateResult
    },
    update: async (path, { id, data, previousData, meta }) =>
      ({
        data: await update(path, id, data, previousData, (meta as { guard?: StaleGuard } | undefined)?.guard),
      }) as unknown as UpdateResult,
    updateMany: async (path, { ids, data }) => ({ data: await oneByOne(ids, (id) => update(path, id, data)) }),
    delete: async (path, { id, previousData }) => {
      await remove(path, id, previousData)
      return { data: previousData ?? { id } } as unknown as DeleteResult
    },
    deleteMany: async (path, { ids }) => ({ data: await oneByOne(ids, (id) => remove(path, id)) }),
  }
}

/**
 * Returns the definition that a record is written by. For a platform that does not announce `resources`, the conditions
 * over dictionaries are dropped (withForeignDictionaries); it is asked only if the resource has such conditions.
 */
async function definitionOf(path: string): Promise<Resource> {
  const resource = resourceOf(path)
  const foreign = withForeignDictionaries(resource)
  return foreign === resource || (await isAnnounced('resources')) ? resource : foreign
}

/** Older platforms want the row of the user in the body of the DELETE (spec 2 §7). */
const deletedBody = async (path: string, row: Values | undefined): Promise<Values | undefined> =>
  path !== user.path || row === undefined || (await isAnnounced('credential')) ? undefined : toWire(user, row)

/** Ids in one call: the length of a URL is limited. */
const IDS_A_CALL = 200

const chunksOf = <T>(all: readonly T[], size: number): T[][] =>
  Array.from({ length: Math.ceil(all.length / size) }, (_, at) => all.slice(at * size, (at + 1) * size))

interface ListQuery {
  pagination?: { page: number; perPage: number }
  sort?: { field: string; order: string }
  filter?: Filter
  /**
   * `wholeTree`: returns all rows of a tree and ignores `q`; the component that draws the tree searches it, with the
   * ancestors of each match.
   */
  meta?: { wholeTree?: boolean; [name: string]: unknown }
  signal?: AbortSignal
}

/** The record in an answer; older platforms answer POST and PUT with null. */
const recordIn = (resource: Resource, answer: unknown): Partial<Row> =>
  typeof answer === 'object' && answer !== null && 'id' in answer ? rowOf(resource, answer) : {}

/**
 * Runs the calls one after the other. The platform's own bulk calls are separate functions. The first failure stops the
 * rest.
 */
async function oneByOne(ids: readonly Identifier[], act: (id: Identifier) => Promise<unknown>): Promise<Identifier[]> {
  const done: Identifier[] = []
  for (const id of ids) {
    await act(id)
    done.push(id)
  }
  return done
}

/**
 * Whether a failed GET {api}/{id} may only mean that the platform does not have this call, which is an extension
 * (wire.md, Management).
 */
function mayLackCall({ status, body }: WireError): boolean {
  if (status === 0 || status >= 500) return false
  // An answer without an envelope may come from a proxy, which does not know which calls exist.
  return ![401, 403, 413, 429].includes(body.code ?? status) && (body.code !== 404 || body.older === true)
}
