import { cp, mkdtemp, readFile, rename, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { extendResources } from '../../resources/extend.ts'
import { menu } from '../../resources/menu.ts'
import { permissionTree } from '../../resources/permissions.ts'
import { schemaText } from '../../server/entities/cli.ts'
import { readEntities } from '../../server/entities/index.ts'
import { watchEntities } from '../../server/entities/watch.ts'
import { silentLog } from '../../server/log.ts'
import type { RejectedFile } from '../../server/platform.ts'
import { allResources, joinedResources, type FileResource } from '../../resources/index.ts'
import { openStorage } from '../../server/storage/index.ts'
import type { Storage } from '../../server/storage/types.ts'
import type { OpenApi } from '../../server/openapi/document.ts'
import { buildScene, type Scene } from '../support/scene.ts'
import { startTestPlatform, type Call, type TestPlatform } from '../support/server.ts'
import { BATTERY, drop, PART, renamed, type Entity } from '../support/spareParts.ts'
import { engines, testPlace, type TestPlace } from '../support/storage.ts'

/**
 * What each start reports about an entity's file, in the form of `toldOf`, where the start would lose data or cannot
 * use the file.
 */
const WRONG: readonly (readonly [what: string, edit: (entity: Entity) => void, sentence: RegExp])[] = [
  [
    'a removed field',
    (entity) => drop(entity, 'supplier'),
    /fields\.supplier: is gone, but 1 record holds a value .*"hidden": true/,
  ],
  [
    'a changed field type',
    ({ fields }) => void (fields.supplier = { type: 'int', label: ['a', 'b', 'c'] }),
    /fields\.supplier\.type: was text and is int now, but 1 record holds a value .* another name/,
  ],
  [
    'a reduced maximum length',
    ({ fields }) => void Object.assign(fields.supplier ?? {}, { max: 3 }),
    /fields\.supplier: would not take what 1 record holds in it .*3.* Loosen it again/,
  ],
  [
    'a reduced maximum of a number',
    ({ fields }) => void Object.assign(fields.stock ?? {}, { max: 3 }),
    /fields\.stock: would not take what 1 record holds in it/,
  ],
  [
    'a field made required',
    ({ fields }) => void Object.assign(fields.shelf ?? {}, { required: true }),
    /fields\.shelf: is required now, but 1 record holds no value in it/,
  ],
  [
    'a removed option',
    ({ fields }) =>
      void Object.assign(fields.kind ?? {}, { options: [{ value: 1, label: ['a', 'b', 'c'] }], default: 1 }),
    /fields\.kind: would not take what 1 record holds/,
  ],
  [
    'a changed table name',
    (entity) => void (entity.table = 'spare_parts'),
    /table: was "spare_part", which holds 1 record .* write "spare_part" again/,
  ],
  [
    'a table of the platform',
    (entity) => void (entity.table = 'session'),
    /table: "session" is a table of the platform itself; choose another name/,
  ],
  ['a missing path', (entity) => void (entity.path = undefined), /path: is missing/],
]

const scratch = (): Promise<string> => mkdtemp(join(tmpdir(), 'console-entities-'))

afterAll(() => extendResources([]))

describe.each(engines)('entities from files on %s', (engine) => {
  let server: TestPlatform
  let scene: Scene
  let root: Call & { token: string }
  beforeAll(async () => {
    server = await startTestPlatform(engine, { entitiesDir: 'examples' })
    scene = await buildScene(server)
    root = scene.root
    const menu_control = (keys: string[]): string => JSON.stringify(keys)
    await server.addUser({
      username: 'keeper',
      project_id: scene.projects.a,
      menu_control: menu_control(['11-1', '11-1-2', '11-1-3', '11-1-4', '11-2', '11-2-2']),
    })
    await server.addUser({ username: 'reader', project_id: scene.projects.a, menu_control: menu_control(['11-1']) })
    await server.addUser({
      username: 'keeperB',
      project_id: scene.projects.b,
      menu_control: menu_control(['11-1', '11-1-2', '11-1-3']),
    })
  })
  afterAll(() => server.dispose())

  const round = (more: object = {}) => ({
    name: 'Spring round',
    district_id: scene.areas.a,
    device_list: String(scene.devices.a),
    planned_on: '2026-11-21',
    state: 1,
    ...more,
  })

  it('have a menu entry and permission keys', () => {
    expect(menu.find(({ key }) => key === '11')).toMatchObject({
      icon: 'work',
      entries: [
        { key: '11-1', path: '/fieldwork/inspectionRound' },
        { key: '11-2', path: '/fieldwork/sparePart' },
      ],
    })
    const group = permissionTree().find(({ key }) => key === '11')
    expect(group?.children[0]).toMatchObject({
      key: '11-1',
      children: [
        { key: '11-1-2', label: ['新建', '新增', 'Create'] },
        { key: '11-1-3' },
        { key: '11-1-4' },
        { key: '11-1-5' },
      ],
    })
  })

  it('are created, read, listed, searched, updated and deleted, with operation log entries', async () => {
    const keeper = await server.signIn('keeper')
    const made = await keeper<{ id: number; project_id: number }>('POST', 'inspectionRound', round())
    expect(made).toMatchObject({
      code: 0,
      data: {
        name: 'Spring round',
        project_id: scene.projects.a,
        planned_on: '2026-11-21',
        follow_up: 0,
        done_at: null,
      },
    })
    const { id } = made.data
    expect((await keeper('GET', 'inspectionRound?search=spring')).data).toMatchObject({ total: 1, list: [{ id }] })
    expect((await keeper('GET', `inspectionRound?dis_id=${scene.areas.below}`)).data).toMatchObject({ total: 0 })
    expect((await keeper('GET', 'inspectionRoundNameList')).data).toEqual([
      { id, name: 'Spring round', project_id: scene.projects.a, district_id: scene.areas.a },
    ])

    const refused = await keeper('PUT', `inspectionRound/${id}`, { state: 3, planned_on: '2026-02-30' })
    expect(refused).toMatchObject({
      status: 400,
      data: { fields: { done_at: 'Required', planned_on: 'Enter a valid date' } },
    })
    expect(
      await keeper('PUT', `inspectionRound/${id}`, {
        state: 3,
        done_at: 1_770_000_000_000,
        sensors: 2,
        picture: '/upload/a.png',
      }),
    ).toMatchObject({ code: 0, data: { state: 3, sensors: 2 } })
    // Back to planned: fields that no longer apply are emptied.
    expect((await keeper('PUT', `inspectionRound/${id}`, { state: 1 })).data).toMatchObject({ state: 1, done_at: null })

    // A device in use cannot be deleted; the refusal names the records that use it.
    expect(await root('DELETE', `godbDevice/${scene.devices.a}`)).toMatchObject({
      status: 409,
      data: { uses: [expect.objectContaining({ resource: 'fieldwork/inspectionRound', id, name: 'Spring round' })] },
    })
    expect((await keeper('DELETE', `inspectionRound/${id}`)).code).toBe(0)
    expect((await keeper('GET', `inspectionRound/${id}`)).status).toBe(404)

    const log = await root<{ list: { operation_name: string; operation_type: string; id: number }[] }>(
      'GET',
      'godbOperationlog?search=Inspection%20round',
    )
    expect(log.data.list.map(({ operation_name }) => operation_name)).toEqual(Array<string>(4).fill('Inspection round'))
    const details = await root<{ field_comment: string }[]>(
      'GET',
      `godbOperationdetailsByOperationId/${log.data.list.at(-1)?.id ?? 0}`,
    )
    expect(details.data.map(({ field_comment }) => field_comment)).toContain('Planned for')
  })

  it('require their permission keys, and are limited to the caller’s project', async () => {
    const [keeper, reader, keeperB] = await Promise.all([
      server.signIn('keeper'),
      server.signIn('reader'),
      server.signIn('keeperB'),
    ])
    const { data } = await keeper<{ id: number }>('POST', 'inspectionRound', round({ name: 'Ours' }))
    expect((await reader('GET', `inspectionRound/${data.id}`)).code).toBe(0)
    expect(await reader('PUT', `inspectionRound/${data.id}`, { name: 'Mine' })).toMatchObject({ status: 403 })
    expect(await reader('POST', 'inspectionRound', round())).toMatchObject({ status: 403 })
    expect(await reader('GET', 'sparePart')).toMatchObject({ status: 403 })
    expect(await keeperB('GET', `inspectionRound/${data.id}`)).toMatchObject({ status: 404 })
    expect(await keeperB('PUT', `inspectionRound/${data.id}`, { name: 'Theirs' })).toMatchObject({ status: 404 })
    expect(await keeperB('POST', 'inspectionRound', round())).toMatchObject({
      status: 400,
      data: { fields: { district_id: expect.any(String) } },
    })
    expect((await keeperB('GET', 'inspectionRoundNameList')).data).toEqual([])
  })

  it('keep unique values unique within a project', async () => {
    const part = { name: 'Battery', part_no: 'BAT12', kind: 3, stock: 4, project_id: scene.projects.a }
    expect((await root('POST', 'sparePart', part)).code).toBe(0)
    expect(await root('POST', 'sparePart', part)).toMatchObject({
      status: 409,
      data: { fields: { part_no: expect.any(String) } },
    })
    expect((await root('POST', 'sparePart', { ...part, project_id: scene.projects.b })).code).toBe(0)
    expect(await root('POST', 'sparePart', { ...part, part_no: 'x y', stock: -1 })).toMatchObject({
      data: { fields: { part_no: expect.any(String), stock: 'Must be 0 or more' } },
    })
  })

  it('are included in the OpenAPI document and in GET /v1/resources', async () => {
    const document = (await server.app.inject({ url: '/v1/openapi.json' })).json<OpenApi>()
    expect(document.paths['/v1/inspectionRound/{id}']).toHaveProperty('put')
    expect(JSON.stringify(document.components.schemas.inspection_round)).toContain('"format":"date"')

    const ask = (headers: object = {}, url = '/v1/resources?joined=1') =>
      server.app.inject({ url, headers: { authorization: `Bearer ${root.token}`, ...headers } })
    const joined = await ask()
    expect(joined.json<{ data: { path: string }[] }>().data.map(({ path }) => path)).toEqual([
      'fieldwork/inspectionRound',
      'fieldwork/sparePart',
    ])
    expect((await ask({ 'if-none-match': joined.headers.etag })).statusCode).toBe(304)
    expect((await ask({}, '/v1/resources')).json<{ data: unknown[] }>().data).toHaveLength(allResources.length)
    expect((await server.app.inject({ url: '/v1/resources?joined=1' })).statusCode).toBe(401)
    const schema = await server.app.inject({ url: '/v1/entity.schema.json' })
    expect(schema.json()).toEqual(JSON.parse(schemaText()))
    const { data } = await root<{ extensions: string[]; joined: number }>('GET', 'capabilities')
    expect(data.extensions).toContain('resources')
    expect(data.joined).toBe(joined.json<{ data: unknown[] }>().data.length)
  })
})

/** Starts over a database and a folder of files; returns how the start went and which files are not in force. */
async function startOn(
  place: TestPlace,
  folder: string,
  work?: (storage: Storage) => Promise<unknown>,
): Promise<{ said: string; rejected: readonly RejectedFile[] }> {
  const watch = watchEntities(await readEntities({ entitiesDir: folder }), silentLog)
  try {
    const storage = await openStorage(place.settings, silentLog, allResources, watch)
    await work?.(storage)
    await storage.close()
    return { said: 'started', rejected: watch.rejected() }
  } catch (error) {
    return { said: error instanceof Error ? error.message : String(error), rejected: watch.rejected() }
  }
}

/** What a start reported about files. */
const toldOf = (files: readonly RejectedFile[]): string =>
  files
    .flatMap(({ file, inForce, problems }) => problems.map(({ at, text }) => `${file} (${inForce}) ${at}: ${text}`))
    .join('\n')

/** The outcome of a start with the entities of `WRONG`. */
interface Met {
  said: string
  rejected: readonly RejectedFile[]
  joined: readonly FileResource[]
  /** Rows of their tables, in the entities' order. */
  rows: readonly unknown[]
}

describe.each(engines)('entity file that would lose data or is invalid, on %s', (engine) => {
  let place: TestPlace
  let folder: string
  let asBefore: Met
  let changed: Met
  let restored: Met
  const fileOf = (at: number): string => `spare-part-${at}.json`
  const tableOf = (at: number): string => `spare_part${at}`
  const meet = async (work?: (storage: Storage) => Promise<unknown>): Promise<Met> => {
    const rows: unknown[] = []
    const started = await startOn(place, folder, async (storage) => {
      await work?.(storage)
      for (const at of WRONG.keys())
        rows.push(await storage.readAny.selectFrom(tableOf(at)).select(['supplier', 'stock']).execute())
    })
    return { ...started, joined: joinedResources(), rows }
  }
  // Each change has an entity of its own, so that one start covers all of them without interference.
  beforeAll(async () => {
    extendResources([])
    place = await testPlace(engine, 'schema')
    folder = await scratch()
    const part = await readFile(PART, 'utf8')
    const write = async (edited: boolean): Promise<void> => {
      for (const [at, [, edit]] of WRONG.entries()) {
        const entity = JSON.parse(renamed(part, at)) as Entity
        if (edited) edit(entity)
        await writeFile(join(folder, fileOf(at)), JSON.stringify(entity))
      }
    }
    await write(false)
    asBefore = await meet((storage) =>
      storage.writeAny(async (trx) => {
        const row = { ...BATTERY, supplier: 'Yutai', stock: 4 }
        for (const at of WRONG.keys()) await trx.insertInto(tableOf(at)).values(row).execute()
      }),
    )
    await write(true)
    changed = await meet()
    await write(false)
    restored = await meet()
  })
  afterAll(async () => {
    await place.remove()
    await rm(folder, { recursive: true })
    extendResources([])
  })

  it.each(WRONG.map(([what, , sentence], at) => [what, at, sentence] as const))(
    'leaves the last good definition and the data in place: %s',
    (_what, at, sentence) => {
      const [file, path] = [fileOf(at), `fieldwork/sparePart${at}`]
      const inForce = ({ joined }: Met) => joined.filter((one) => one.path === path)
      expect(asBefore).toMatchObject({ said: 'started', rejected: [] })
      expect(inForce(asBefore)).toHaveLength(1)

      expect(changed.said).toBe('started')
      const rejected = changed.rejected.filter((one) => one.file === file)
      expect(toldOf(rejected).replaceAll(tableOf(at), 'spare_part')).toMatch(sentence)
      expect(rejected).toMatchObject([{ path, inForce: 'lastGood' }])
      expect(inForce(changed)).toEqual(inForce(asBefore).map((one) => ({ ...one, lastGood: file })))
      expect(changed.joined).toHaveLength(WRONG.length)

      expect(restored).toMatchObject({ said: 'started', rejected: [] })
      const kept = [{ supplier: 'Yutai', stock: 4 }]
      expect([asBefore, changed, restored].map(({ rows }) => rows[at])).toEqual([kept, kept, kept])
    },
  )
})

/** Number of each changed file, in its place among the files that one start reads. */
const CHANGED = { repeated: 1, emptied: 2, gone: 3 } as const

describe.each(engines)('changed entity file on %s', (engine) => {
  let place: TestPlace
  let folder: string
  /** The outcome of each start. */
  const met: Met[] = []
  /** The restored value that the second start returned for a field that had become another. */
  let given: unknown

  const fileOf = (who: keyof typeof CHANGED): string => join(folder, `spare-part-${CHANGED[who]}.json`)
  const tableOf = (who: keyof typeof CHANGED): string => `spare_part${CHANGED[who]}`
  const write = async (who: keyof typeof CHANGED, edit: (entity: Entity) => void = () => {}): Promise<void> => {
    const entity = JSON.parse(renamed(await readFile(PART, 'utf8'), CHANGED[who])) as Entity
    edit(entity)
    await writeFile(fileOf(who), JSON.stringify(entity))
  }
  const start = async (work?: (storage: Storage) => Promise<unknown>): Promise<void> => {
    const started = await startOn(place, folder, work)
    met.push({ ...started, joined: joinedResources(), rows: [] })
  }
  const insert =
    (who: keyof typeof CHANGED, ...rows: Record<string, string | number>[]) =>
    async (storage: Storage) => {
      for (const row of rows)
        await storage.writeAny((trx) =>
          trx
            .insertInto(tableOf(who))
            .values({ ...BATTERY, ...row })
            .execute(),
        )
    }
  const again = { part_no: 'BAT13' }
  // Each test has an entity of its own, so that the same starts cover all of them without interference.
  beforeAll(async () => {
    extendResources([])
    place = await testPlace(engine, 'schema')
    folder = await scratch()
    for (const who of ['repeated', 'emptied', 'gone'] as const) await write(who)
    await start(async (storage) => {
      await insert('repeated', { supplier: 'Yutai' }, again, { part_no: 'BAT14', project_id: 2 })(storage)
      await insert('emptied', { stock: 4 })(storage)
      await insert('gone', { stock: 4 })(storage)
    })

    await write('repeated', ({ fields }) => void Object.assign(fields.name ?? {}, { unique: 'project' }))
    await write('emptied', (entity) => drop(entity, 'supplier'))
    await rm(fileOf('gone'))
    await start()

    await write('repeated', ({ fields }) => void Object.assign(fields.name ?? {}, { unique: 'platform' }))
    await write(
      'emptied',
      ({ fields }) => void (fields.supplier = { type: 'ref', label: ['a', 'b', 'c'], to: 'permissionCenter/user' }),
    )
    await start((storage) =>
      storage.writeAny(async (trx) => {
        given = await trx.updateTable(tableOf('emptied')).set({ supplier: 7 }).returning('supplier').execute()
        await trx.deleteFrom(tableOf('gone')).execute()
      }),
    )

    await writeFile(fileOf('repeated'), '{')
    await start()

    // Once `unique` is removed, values may repeat: the index is dropped.
    await write('repeated', ({ fields }) => void delete fields.part_no?.unique)
    await start(insert('repeated', again))

    await write('gone', ({ fields }) => void Object.assign(fields.shelf ?? {}, { required: true }))
    await start()
  })
  afterAll(async () => {
    await place.remove()
    await rm(folder, { recursive: true })
    extendResources([])
  })

  /** The outcome of start `at` for one entity. */
  const of = (who: keyof typeof CHANGED, at: number) => {
    const { said = '', rejected = [], joined = [] } = met[at] ?? {}
    const path = `fieldwork/sparePart${CHANGED[who]}`
    return {
      said,
      told: toldOf(rejected.filter((one) => one.file === `spare-part-${CHANGED[who]}.json`)),
      joined: joined.filter((one) => one.path === path),
    }
  }
  it('is rejected if a field becomes unique while records repeat a value, and names them', () => {
    expect(met.map(({ said }) => said)).toEqual(Array(6).fill('started'))
    expect(of('repeated', 0).told).toBe('')
    expect(of('repeated', 1).told).toMatch(
      /fields\.name\.unique: is "project" now, but records hold the same value: "Battery" \(records 1, 2\)\. Leave "unique" out/,
    )
    expect(of('repeated', 2).told).toMatch(/"Battery" \(records 1, 2, 3\)/)
    // The remembered definition is the one that was in force, not the rejected one.
    expect(of('repeated', 3).joined[0]?.fields.name).toBeDefined()
    expect(of('repeated', 3).joined[0]?.fields.name).not.toHaveProperty('unique')
    expect(of('repeated', 4).told).toBe('')
  })

  it('can drop an empty field, and add it again with another type', () => {
    expect([0, 1, 2].map((at) => of('emptied', at).told)).toEqual(['', '', ''])
    expect(given).toEqual([{ supplier: 7 }])
  })

  it('can be removed only once its table has no records', () => {
    const at = (start: number) => of('gone', start)
    for (const start of [1, 2]) {
      expect(at(start).told).toMatch(
        /^spare-part-3\.json \(lastGood\) : is gone, but its table "spare_part3" holds 1 record\. Put the file back; or delete the records/,
      )
      expect(at(start).joined).toHaveLength(1)
    }
    // Not while another file is unusable: that file could be this entity under another name.
    expect(at(3).joined).toHaveLength(1)
    expect(at(4)).toMatchObject({ told: '', joined: [] })
    expect(at(5)).toMatchObject({ told: '', joined: [expect.anything()] })
  })
})

// The remaining tests ask the databases for nothing new.
describe('several entity files', () => {
  let place: TestPlace
  let folder: string
  let held: readonly RejectedFile[]
  beforeAll(() => void extendResources([]))
  afterEach(async () => {
    await place.remove()
    await rm(folder, { recursive: true })
    extendResources([])
  })
  /**
   * Starts on a fresh database with the spare parts, stores a row, and returns a function that starts with another
   * file.
   */
  const begin = async (...rows: Record<string, string | number>[]) => {
    place = await testPlace('sqlite', 'schema')
    folder = await scratch()
    await cp(PART, join(folder, 'spare-part.json'))
    const start = async (work?: (storage: Storage) => Promise<unknown>): Promise<string> => {
      const { said, rejected } = await startOn(place, folder, work)
      held = rejected
      return said
    }
    expect(
      await start(async (storage) => {
        for (const row of rows)
          await storage.writeAny((trx) =>
            trx
              .insertInto('spare_part')
              .values({ ...BATTERY, ...row })
              .execute(),
          )
      }),
    ).toBe('started')
    expect(held).toEqual([])
    const change = async (edit: (entity: Entity) => void): Promise<void> => {
      const entity = JSON.parse(await readFile(PART, 'utf8')) as Entity
      edit(entity)
      await writeFile(join(folder, 'spare-part.json'), JSON.stringify(entity))
    }
    return { start, change }
  }

  it('add the column of a new field, and keep existing data', async () => {
    const { start, change } = await begin({ stock: 4 })
    await change((entity) => {
      entity.fields.ordered_on = { type: 'date', label: ['订货', '訂貨', 'Ordered on'] }
      entity.fields.reserve = { type: 'int', label: ['预留', '預留', 'Reserve'], default: 2 }
    })
    let rows: unknown
    expect(
      await start(
        async (storage) =>
          (rows = await storage.readAny
            .selectFrom('spare_part')
            .select(['name', 'stock', 'ordered_on', 'reserve'])
            .execute()),
      ),
    ).toBe('started')
    expect(rows).toEqual([{ name: 'Battery', stock: 4, ordered_on: null, reserve: 2 }])
  })

  it('apply one by one: an invalid or duplicate file is left out, the others take effect', async () => {
    const { start, change } = await begin({ supplier: 'Yutai', stock: 4 })
    await writeFile(join(folder, 'a-bad.json'), '{"path": "manage/bad"}')
    await cp(join(folder, 'spare-part.json'), join(folder, 'copy.json'))
    await change((entity) => drop(entity, 'shelf'))
    await cp('examples/inspection-round.json', join(folder, 'round.json'))
    expect(await start()).toBe('started')
    // A copy takes nothing from its original; a valid change and a valid new file are accepted.
    expect(held.map(({ file, inForce }) => [file, inForce])).toEqual([
      ['a-bad.json', 'none'],
      ['copy.json', 'none'],
    ])
    expect(toldOf(held)).toContain('copy.json (none) path: "fieldwork/sparePart" is taken; choose another.')
    expect(joinedResources().map(({ path, lastGood }) => [path, lastGood])).toEqual([
      ['fieldwork/inspectionRound', undefined],
      ['fieldwork/sparePart', undefined],
    ])
    expect(joinedResources()[1]?.fields).not.toHaveProperty('shelf')
  })

  it('keep an empty table while another file is unusable', async () => {
    const { start } = await begin()
    await rename(join(folder, 'spare-part.json'), join(folder, 'part.json'))
    await writeFile(join(folder, 'part.json'), '{ "path": ')
    expect(await start((storage) => storage.readAny.selectFrom('spare_part').selectAll().execute())).toBe('started')
    expect(held.map(({ file, inForce }) => [file, inForce])).toEqual([
      ['part.json', 'none'],
      ['spare-part.json', 'lastGood'],
    ])
    await rm(join(folder, 'part.json'))
    expect(await start()).toBe('started')
    expect([held, joinedResources()]).toEqual([[], []])
  })
})
