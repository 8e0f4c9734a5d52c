import { sql } from 'kysely'
import { afterEach, describe, expect, it } from 'vitest'
import { allResources } from '../../resources/index.ts'
import { f, type Resource } from '../../resources/kit/define.ts'
import type { Log } from '../../server/log.ts'
import { readCatalogue } from '../../server/storage/catalogue.ts'
import { wholeNumber } from '../../server/storage/columns.ts'
import { openStorage } from '../../server/storage/index.ts'
import { isSystemTable } from '../../server/storage/systemTables.ts'
import { engines, testPlace, type TestPlace } from '../support/storage.ts'

const thing = (fields: Resource['fields']): Resource =>
  ({
    path: 'manage/thing',
    api: 'godbThing',
    table: 'thing',
    menuKey: '9-9',
    label: ['物', '物', 'Things'],
    noun: ['物', '物', 'Thing'],
    screen: false,
    access: { create: null, edit: null, delete: null },
    scope: { project: 'project_id' },
    title: 'name',
    fields: { project_id: f.ref(['项目', '專案', 'Project'], { to: 'permissionCenter/project' }), ...fields },
    list: ['name'],
    form: [],
  }) satisfies Resource

const name = f.text(['名称', '名稱', 'Name'], { required: true })

/** A step that the older program did not know, though it knew later ones: its tables are not there. */
const MISSED = '0035-north-reports'

describe.each(engines)('the schema on %s', (engine) => {
  let place: TestPlace | null = null
  afterEach(async () => {
    await place?.remove()
    place = null
  })

  const open = async (...definitions: Resource[]) => {
    place ??= await testPlace(engine, 'schema')
    const said: { fields: object; message: string | undefined }[] = []
    const note = (fields: object, message?: string): void => void said.push({ fields, message })
    const log: Log = { info: note, warn: note, error: note, debug: note }
    return { storage: await openStorage(place.settings, log, [...allResources, ...definitions]), said }
  }
  const row = { name: 'kept', project_id: 1, created_at: 1, updated_at: 1 }

  it('gains the columns of new fields and keeps its rows', async () => {
    const first = await open(thing({ name }))
    await first.storage.writeAny((trx) => trx.insertInto('thing').values(row).execute())
    await first.storage.close()

    const size = f.decimal(['大小', '大小', 'Size'], { default: 2.5 })
    const text = f.text(['文', '文', 'Text'], { default: "it's" })
    const online = f.flag(['在线', '線上', 'Online'], { computed: true })
    const second = await open(thing({ name, size, text, online }))
    expect(await second.storage.readAny.selectFrom('thing').selectAll().execute()).toEqual([
      { id: 1, ...row, size: 2.5, text: "it's" },
    ])
    await second.storage.close()

    const third = await open(thing({ name, size, text, online }))
    expect(third.said).toEqual([])
    await third.storage.close()
  })

  it('leaves alone, and logs, what vanished or changed its type', async () => {
    const first = await open(thing({ name, size: f.decimal(['大小', '大小', 'Size']) }))
    await first.storage.writeAny((trx) =>
      trx
        .insertInto('thing')
        .values({ ...row, size: 1.5 })
        .execute(),
    )
    await first.storage.close()

    const second = await open(thing({ size: f.text(['大小', '大小', 'Size']) }))
    expect(second.said.map(({ fields }) => fields)).toEqual([
      expect.objectContaining({ table: 'thing', column: 'size' }),
      { table: 'thing', column: 'name' },
    ])
    await second.storage.writeAny((trx) =>
      trx.insertInto('thing').values({ project_id: 1, created_at: 1, updated_at: 1 }).execute(),
    )
    expect(await second.storage.readAny.selectFrom('thing').select(['name', 'size']).orderBy('id').execute()).toEqual([
      { name: 'kept', size: 1.5 },
      { name: null, size: null },
    ])
    await second.storage.close()
  })

  it('makes a field unique within its project, once no rows hold it twice', async () => {
    const first = await open(thing({ name }))
    await first.storage.writeAny((trx) =>
      trx
        .insertInto('thing')
        .values([row, row, { ...row, project_id: 2 }])
        .execute(),
    )
    await first.storage.close()

    const unique = f.text(['名称', '名稱', 'Name'], { required: true, unique: 'project' })
    const second = await open(thing({ name: unique }))
    expect(second.said).toEqual([
      expect.objectContaining({ fields: { table: 'thing', columns: ['project_id', 'name'], records: [[1, 2]] } }),
    ])
    await second.storage.writeAny((trx) =>
      trx.updateTable('thing').set({ name: 'other' }).where('id', '=', 2).execute(),
    )
    await second.storage.close()

    const third = await open(thing({ name: unique }))
    expect(third.said).toEqual([])
    await expect(third.storage.writeAny((trx) => trx.insertInto('thing').values(row).execute())).rejects.toThrow(
      /unique/i,
    )
    await third.storage.writeAny((trx) =>
      trx
        .insertInto('thing')
        .values({ ...row, project_id: 3 })
        .execute(),
    )
    await third.storage.close()
  })

  it.each(['platform', 'project'] as const)(
    'lets values repeat again once a field is not unique within the %s any more',
    async (unique) => {
      const first = await open(thing({ name: f.text(['名称', '名稱', 'Name'], { unique }) }))
      await first.storage.writeAny((trx) => trx.insertInto('thing').values(row).execute())
      await first.storage.close()
      const second = await open(thing({ name }))
      await second.storage.writeAny((trx) => trx.insertInto('thing').values(row).execute())
      await second.storage.close()
      // From one kind to the other: what was enforced before is not any more.
      const third = await open(thing({ name, code: f.text(['码', '碼', 'Code'], { unique: 'platform' }) }))
      await third.storage.writeAny((trx) =>
        trx
          .insertInto('thing')
          .values({ ...row, code: 'a' })
          .execute(),
      )
      await third.storage.close()
      const fourth = await open(thing({ name, code: f.text(['码', '碼', 'Code'], { unique: 'project' }) }))
      await fourth.storage.writeAny((trx) =>
        trx
          .insertInto('thing')
          .values({ ...row, code: 'a', project_id: 2 })
          .execute(),
      )
      await expect(
        fourth.storage.writeAny((trx) =>
          trx
            .insertInto('thing')
            .values({ ...row, code: 'a' })
            .execute(),
        ),
      ).rejects.toThrow(/unique/i)
      await fourth.storage.close()
    },
  )

  it('tells indexes apart whose tables and fields read the same when joined, or only differ where names are cut', async () => {
    const unique = f.text(['码', '碼', 'Code'], { unique: 'platform' })
    const long = 'a'.repeat(38)
    const other: Resource = {
      ...thing({ no: unique, name }),
      table: 'thing_part',
      path: 'manage/thingPart',
      api: 'godbThingPart',
    }
    const { storage } = await open(
      thing({ name, part_no: unique, [`${long}_b`]: unique, [`${long}_c`]: unique }),
      other,
    )
    const twice = (table: string, values: Record<string, string>) =>
      storage.writeAny(async (trx) => {
        for (const project_id of [1, 2])
          await trx
            .insertInto(table)
            .values({ ...row, project_id, ...values })
            .execute()
      })
    await expect(twice('thing', { part_no: 'x' })).rejects.toThrow(/unique/i)
    await expect(twice('thing_part', { no: 'x' })).rejects.toThrow(/unique/i)
    await expect(twice('thing', { [`${long}_b`]: 'x' })).rejects.toThrow(/unique/i)
    await expect(twice('thing', { [`${long}_c`]: 'x' })).rejects.toThrow(/unique/i)
    await storage.close()
  })

  it('never gives the id that stands for the top of a tree to a record, and none twice', async () => {
    const tree: Resource = {
      ...thing({ name, parent: f.ref(['上级', '上層', 'Parent'], { to: 'manage/thing' }) }),
      tree: { parent: 'parent', root: 1 },
    }
    const idOf = async ({ storage }: Awaited<ReturnType<typeof open>>): Promise<number> => {
      const { id } = await storage.writeAny((trx) =>
        trx.insertInto('thing').values(row).returning('id').executeTakeFirstOrThrow(),
      )
      await storage.writeAny((trx) => trx.deleteFrom('thing').execute())
      await storage.close()
      return Number(id)
    }
    expect(await idOf(await open(tree))).toBe(2)
    expect(await idOf(await open(tree))).toBe(3)
  })

  it('holds no table that is neither an entity’s nor known as the platform’s own', async () => {
    const { storage } = await open()
    const { tables } = await storage.writeAny((trx) => readCatalogue(trx, engine))
    const entities = new Set(allResources.map(({ table }) => table))
    expect(
      [...tables.keys()].filter(
        (table) => !entities.has(table) && !isSystemTable(table) && !table.startsWith('sqlite_'),
      ),
    ).toEqual([])
    await storage.close()
  })

  it('is not opened by a program older than the one that wrote it', async () => {
    const first = await open(thing({ name }))
    await first.storage.write((trx) =>
      trx.insertInto('migration').values({ name: '9999-later', timestamp: '' }).execute(),
    )
    await first.storage.close()
    await expect(open(thing({ name }))).rejects.toThrow(/newer version.*9999-later/)
  })

  it('takes over the record of migrations that a program of version 0.2 wrote, and runs what that one had not', async () => {
    const first = await open(thing({ name }))
    const before = await first.storage.read.selectFrom('migration').select('name').orderBy('name').execute()
    await first.storage.writeAny(async (trx) => {
      await sql`drop table migration_lock`.execute(trx)
      await sql`drop table migration`.execute(trx)
      await sql
        .raw(`create table migration (name text primary key, ran_at ${wholeNumber[engine]} not null)`)
        .execute(trx)
      for (const step of before.filter((each) => each.name !== MISSED))
        await sql`insert into migration (name, ran_at) values (${step.name}, ${1_764_000_000_123})`.execute(trx)
      for (const table of ['northspool', 'northsession']) await sql`drop table ${sql.table(table)}`.execute(trx)
    })
    await first.storage.close()
    const again = await open(thing({ name }))
    const after = await again.storage.read.selectFrom('migration').selectAll().orderBy('name').execute()
    expect(after.map((row) => row.name)).toEqual(before.map((row) => row.name))
    expect(after[0]?.timestamp).toBe('2025-11-24T16:00:00.123Z')
    expect(Date.parse(after.find((row) => row.name === MISSED)?.timestamp ?? '')).toBeGreaterThan(1_764_000_000_123)
  })
})
