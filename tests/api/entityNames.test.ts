import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { extendResources } from '../../resources/extend.ts'
import { allResources, joinedResources } from '../../resources/index.ts'
import { FILTER_WORDS, LIST_WORDS } from '../../resources/kit/callWords.ts'
import { readEntities } from '../../server/entities/index.ts'
import { watchEntities } from '../../server/entities/watch.ts'
import { silentLog } from '../../server/log.ts'
import type { RejectedFile } from '../../server/platform.ts'
import { openStorage } from '../../server/storage/index.ts'
import { startTestPlatform, type TestPlatform } from '../support/server.ts'
import { engines, testPlace, type TestPlace } from '../support/storage.ts'

const text = (name: string) => ({ type: 'text', label: [name, name, name], search: true })

/** An entity file with the number `key` and text fields of these names besides its title. */
const entity = (key: number, names: readonly string[], changes: object = {}) => ({
  path: `casework/note${key}`,
  api: `caseNote${key}`,
  table: `case_note${key}`,
  menuKey: `12-${key}`,
  group: { label: ['C', 'C', 'C'], icon: 'work' },
  label: ['Notes', 'Notes', 'Notes'],
  noun: ['Note', 'Note', 'Note'],
  screen: true,
  access: { create: null, edit: null, delete: null },
  scope: { project: null },
  title: 'name',
  fields: {
    name: { type: 'text', label: ['N', 'N', 'N'], required: true },
    ...Object.fromEntries(names.map((name) => [name, text(name)])),
  },
  list: ['name'],
  form: [{ fields: ['name', ...names] }],
  ...changes,
})

/** Words of SQL, of the databases and of calls that a column may still have as its name, since all names are quoted. */
const FREE = (
  'end case when window analyse both all any then having distinct natural using with returning collate escape glob ' +
  'desc asc row rows filter user_id session_user current_user name_list left right cross range key msg code token'
).split(' ')
/** Names that no column may have, or that would mean something else in a call. */
const TAKEN = (
  'cmax cmin xmin xmax ctid tableoid oid rowid rank constructor select user id created_at updated_at ' +
  'pro_id dis_id q ids sort order search current page_size format offset limit'
).split(' ')

/** Changes to a definition, with the place at which each is refused. */
const CLASHING: readonly (readonly [at: string, changes: object])[] = [
  ['api', { api: 'toString' }],
  ['path', { path: 'casework/constructor' }],
  ['table', { table: 'constructor' }],
  ['table', { table: 'search_case_note61' }],
  ['table', { table: 'search_case_note61_data' }],
]

interface Started {
  joined: readonly string[]
  rejected: readonly RejectedFile[]
}

let folder = ''
const write = (name: string, definition: object) => writeFile(join(folder, name), JSON.stringify(definition))
describe.each(engines)('names in entity files on %s', (engine) => {
  let place: TestPlace
  let named: Started
  let clashing: Started
  // A start costs as much as everything these tests ask: one start covers all names, and the next one all definitions
  // that clash with what exists by then.
  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'console-names-'))
    place = await testPlace(engine, 'schema')
    await write('plain.json', entity(61, ['remarks']))
    named = await startAmong(TAKEN.map((name, at) => entity(70 + at, [name])))
    clashing = await startAmong(CLASHING.map(([, changes], at) => entity(70 + at, ['remarks'], changes)))
  })
  afterEach(() => extendResources([]))
  afterAll(async () => {
    await place.remove()
    await rm(folder, { recursive: true, force: true })
  })

  const start = async (): Promise<Started> => {
    const watch = watchEntities(await readEntities({ entitiesDir: folder }), silentLog)
    const storage = await openStorage(place.settings, silentLog, allResources, watch)
    await storage.close()
    return { joined: joinedResources().map(({ path }) => path), rejected: watch.rejected() }
  }
  const fileOf = (at: number): string => `taken-${at}.json`
  /**
   * Starts with each of these definitions in a file of its own beside the existing files, and removes them afterwards.
   */
  const startAmong = async (taken: readonly object[]): Promise<Started> => {
    for (const [at, definition] of taken.entries()) await write(fileOf(at), definition)
    const started = await start()
    for (const at of taken.keys()) await rm(join(folder, fileOf(at)))
    return started
  }
  const ofFile = ({ rejected }: Started, at: number) => rejected.filter(({ file }) => file === fileOf(at))

  it.each(TAKEN.map((name, at) => [name, at] as const))(
    'reject only the entity with the reserved field name %s',
    (name, at) => {
      expect(named.joined).toEqual(['casework/note61'])
      expect(ofFile(named, at)).toMatchObject([
        { inForce: 'none', problems: [{ at: `fields.${name}`, text: expect.stringContaining('take another name') }] },
      ])
    },
  )

  it.each(CLASHING.map(([at, changes], file) => [at, changes, file] as const))(
    'reject an entity with a reserved %s: %o',
    (at, _changes, file) => {
      expect(ofFile(clashing, file)).toMatchObject([{ inForce: 'none', problems: [{ at }] }])
    },
  )

  it('reject only the entity whose table the database refuses, with its reason', async () => {
    const many = Array.from({ length: 2100 }, (_, at) => `column_${at}`)
    await write('taken.json', entity(60, many))
    const { joined, rejected } = await start()
    expect(joined).toEqual(['casework/note61'])
    expect(rejected).toMatchObject([
      {
        file: 'taken.json',
        inForce: 'none',
        problems: [{ at: '', text: expect.stringMatching(/the database does not accept it \(".*columns/) }],
      },
    ])
    await rm(join(folder, 'taken.json'))
    expect(await start()).toMatchObject({ joined: ['casework/note61'], rejected: [] })
  })

  it('stay accepted for an entity that had them before they were reserved', async () => {
    const before = entity(61, ['remarks'])
    await write('plain.json', before)
    await start()
    const watch = watchEntities(await readEntities({ entitiesDir: folder }), silentLog)
    const storage = await openStorage(place.settings, silentLog, allResources, watch)
    const old = { ...before, fields: { ...before.fields, format: text('format') } }
    await storage.writeAny((trx) =>
      trx
        .updateTable('entityfile')
        .set({ definition: JSON.stringify(old) })
        .execute(),
    )
    await storage.close()
    extendResources([])
    await write('plain.json', { ...old, label: ['Notes 2', 'Notes 2', 'Notes 2'] })
    expect(await start()).toMatchObject({ joined: ['casework/note61'], rejected: [] })
  })
})

it('all query parameters of a list are reserved as field names', async () => {
  const reserved = new Set<string>([...LIST_WORDS, ...FILTER_WORDS])
  const server = await startTestPlatform('sqlite')
  const document = (await server.app.inject({ url: '/v1/openapi.json' })).json<{
    paths: Record<string, { get?: { parameters?: { name: string; in: string }[] } }>
  }>()
  await server.dispose()
  const given = ['/godbGateway', '/godbGateway/export'].flatMap(
    (path) => Object.entries(document.paths).find(([name]) => name.endsWith(path))?.[1].get?.parameters ?? [],
  )
  const query = given.filter((parameter) => parameter.in === 'query').map(({ name }) => name)
  expect(query.length).toBeGreaterThan(5)
  expect(query.filter((name) => !reserved.has(name))).toEqual([])
})

describe.each(engines)('fields named like SQL keywords on %s', (engine) => {
  let server: TestPlatform
  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'console-names-'))
    await write('free.json', entity(62, FREE))
    server = await startTestPlatform(engine, { entitiesDir: folder })
  })
  afterAll(async () => {
    await server.dispose()
    extendResources([])
    await rm(folder, { recursive: true, force: true })
  })

  it('are stored, sorted, filtered, searched and exported like any other', async () => {
    const root = await server.signIn('root')
    const row = (value: string) => ({
      name: `note ${value}`,
      ...Object.fromEntries(FREE.map((name) => [name, `${name} ${value}`])),
    })
    for (const value of ['two', 'one', 'three']) expect((await root('POST', 'caseNote62', row(value))).code).toBe(0)
    for (const name of FREE) {
      const sorted = await root('GET', `caseNote62?page_size=10&current=1&sort=${name}&order=asc`)
      expect(
        (sorted.data as { list: Record<string, unknown>[] }).list.map((found) => found[name]),
        name,
      ).toEqual(['one', 'three', 'two'].map((value) => `${name} ${value}`))
      const filter = encodeURIComponent(JSON.stringify({ [name]: `${name} two` }))
      const filtered = await server.app.inject({
        url: `/v1/rest/case_note62s?filter=${filter}`,
        headers: { authorization: `Bearer ${root.token}` },
      })
      expect(
        filtered.json<Record<string, unknown>[]>().map((found) => found['name']),
        name,
      ).toEqual(['note two'])
    }
    const searched = await root('GET', 'caseNote62?page_size=10&current=1&search=window%20two')
    expect((searched.data as { list: unknown[] }).list).toHaveLength(1)
    const exported = await server.app.inject({
      url: '/v1/caseNote62/export?format=csv',
      headers: { authorization: `Bearer ${root.token}` },
    })
    expect([exported.statusCode, exported.body.split('\r\n').length]).toEqual([200, 5])
  })
})
