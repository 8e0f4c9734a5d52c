import { sql } from 'kysely'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { allResources } from '../../resources/index.ts'
import { f, type Resource } from '../../resources/kit/define.ts'
import type { Log } from '../../server/log.ts'
import { readCatalogue } from '../../server/storage/catalogue.ts'
import { wholeNumber } from '../../server/storage/columns.ts'
import { openStorage } from '../../server/storage/index.ts'
import { isSystemTable } from '../../server/storage/systemTables.ts'
import type { Storage } from '../../server/storage/types.ts'
import { engines, testPlace, type TestPlace } from '../support/storage.ts'

/** A definition for the tests, with a table of the given name. */
const thing = (table: string, fields: Resource['fields']): Resource =>
  ({
    path: `manage/${table}`,
    api: `godb_${table}`,
    table,
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
const unique = f.text(['码', '碼', 'Code'], { unique: 'platform' })
const LONG = 'a'.repeat(38)

/** Fields of each test's table at each of four starts; the last ones listed stay in force. */
const TABLES: Readonly<Record<string, readonly Resource['fields'][]>> = {
  grown: [
    { name },
    {
      name,
      size: f.decimal(['大小', '大小', 'Size'], { default: 2.5 }),
      text: f.text(['文', '文', 'Text'], { default: "it's" }),
      online: f.flag(['在线', '線上', 'Online'], { computed: true }),
    },
  ],
  shrunk: [{ name, size: f.decimal(['大小', '大小', 'Size']) }, { size: f.text(['大小', '大小', 'Size']) }],
  doubled: [{ name }, { name: f.text(['名称', '名稱', 'Name'], { required: true, unique: 'project' }) }],
  ...Object.fromEntries(
    (['platform', 'project'] as const).map((within): [string, Resource['fields'][]] => [
      `repeated_in_${within}`,
      [
        { name: f.text(['名称', '名稱', 'Name'], { unique: within }) },
        { name },
        { name, code: unique },
        { name, code: f.text(['码', '碼', 'Code'], { unique: 'project' }) },
      ],
    ]),
  ),
  // Names that become equal when joined with a field, or that differ only where names are cut.
  thing: [{ name, part_no: unique, [`${LONG}_b`]: unique, [`${LONG}_c`]: unique }],
  thing_part: [{ no: unique, name }],
  tree: [{ name, parent: f.ref(['上级', '上層', 'Parent'], { to: 'manage/tree' }) }],
}
const definitionsOf = (start: number): Resource[] =>
  Object.entries(TABLES).map(([table, starts]) => ({
    ...thing(table, starts[Math.min(start, starts.length - 1)] ?? {}),
    ...(table === 'tree' && { tree: { parent: 'parent', root: 1 } }),
  }))

const row = { name: 'kept', project_id: 1, created_at: 1, updated_at: 1 }

interface Said {
  fields: object
  message: string | undefined
}

/** Starts with these definitions besides the platform's, and returns what the start reports. */
async function open(
  { settings }: TestPlace,
  definitions: readonly Resource[],
): Promise<{ storage: Storage; said: Said[] }> {
  const said: Said[] = []
  const note = (fields: object, message?: string): void => void said.push({ fields, message })
  const log: Log = { info: note, warn: note, error: note, debug: note }
  return { storage: await openStorage(settings, log, [...allResources, ...definitions]), said }
}

/** A step that the older program did not know, although it knew later ones: its tables are missing. */
const MISSED = '0035-north-reports'

describe.each(engines)('schema over four starts on %s', (engine) => {
  /** What each start reported, and what each test's work returned of its table, in the order of the work. */
  const said: Said[][] = []
  const answers = new Map<string, unknown[]>()
  const saidOf = (start: number, table: string): Said[] =>
    said[start]?.filter(({ fields }) => !('table' in fields) || fields.table === table) ?? []
  let place: TestPlace
  // The same starts cover the tables of all tests, and each test checks its own.
  beforeAll(async () => {
    place = await testPlace(engine, 'schema')
    for (let start = 0; start < 4; start++) {
      const { storage, said: now } = await open(place, definitionsOf(start))
      said.push(now)
      const keep = (table: string, answer: unknown): void =>
        void answers.set(table, [...(answers.get(table) ?? []), answer])
      const insert = (table: string, ...rows: object[]): Promise<void> =>
        storage.writeAny(async (trx) => {
          for (const values of rows)
            await trx
              .insertInto(table)
              .values({ ...row, ...values })
              .execute()
        })
      /** The error message if a row is refused, in which case none is stored; otherwise null. */
      const refusalOf = (table: string, ...rows: object[]): Promise<string | null> =>
        insert(table, ...rows).then(
          () => null,
          (error: unknown) => String(error),
        )
      await STARTS[start]?.({ storage, keep, insert, refusalOf })
      if (start === 0) keep('catalogue', await storage.writeAny((trx) => readCatalogue(trx, engine)))
      await storage.close()
    }
  })
  afterAll(() => place.remove())

  it('gains columns for new fields and keeps its rows', () => {
    expect(answers.get('grown')).toEqual([[{ id: 1, ...row, size: 2.5, text: "it's" }]])
    expect(saidOf(2, 'grown')).toEqual([])
  })

  it('keeps and logs columns whose field was removed or changed its type', () => {
    expect(saidOf(1, 'shrunk').map(({ fields }) => fields)).toEqual([
      expect.objectContaining({ table: 'shrunk', column: 'size' }),
      { table: 'shrunk', column: 'name' },
    ])
    expect(answers.get('shrunk')).toEqual([
      [
        { name: 'kept', size: 1.5 },
        { name: null, size: null },
      ],
    ])
  })

  it('makes a field unique within its project once no rows repeat a value', () => {
    expect(saidOf(1, 'doubled')).toEqual([
      expect.objectContaining({ fields: { table: 'doubled', columns: ['project_id', 'name'], records: [[1, 2]] } }),
    ])
    expect(saidOf(2, 'doubled')).toEqual([])
    expect(answers.get('doubled')).toEqual([expect.stringMatching(/unique/i), null])
  })

  it.each(['platform', 'project'])(
    'accepts repeated values once a field is no longer unique within the %s',
    (within) => {
      // From one kind to the other: the earlier constraint is not enforced any more.
      expect(answers.get(`repeated_in_${within}`)).toEqual([null, null, null, null, expect.stringMatching(/unique/i)])
    },
  )

  it('keeps indexes apart whose joined names are equal or differ only beyond the maximum length', () => {
    const refused: unknown = expect.stringMatching(/unique/i)
    expect(answers.get('thing')).toEqual([refused, refused, refused])
    expect(answers.get('thing_part')).toEqual([refused])
  })

  it('never assigns the id of a tree’s root to a record, and no id twice', () => {
    expect(answers.get('tree')).toEqual([2, 3])
  })

  it('contains only tables of entities and known system tables', () => {
    const [catalogue] = answers.get('catalogue') as [Awaited<ReturnType<typeof readCatalogue>>]
    const entities = new Set([...allResources, ...definitionsOf(0)].map(({ table }) => table))
    expect(
      [...catalogue.tables.keys()].filter(
        (table) => !entities.has(table) && !isSystemTable(table) && !table.startsWith('sqlite_'),
      ),
    ).toEqual([])
  })
})

/** The work of a test at a start. */
interface Work {
  storage: Storage
  /** Remembers the answer of a table. */
  keep(table: string, answer: unknown): void
  insert(table: string, ...rows: object[]): Promise<void>
  refusalOf(table: string, ...rows: object[]): Promise<string | null>
}

const REPEATED = ['repeated_in_platform', 'repeated_in_project']

const STARTS: readonly ((work: Work) => Promise<void>)[] = [
  async (work) => {
    const { keep, insert, refusalOf } = work
    await insert('grown', {})
    await insert('shrunk', { size: 1.5 })
    await insert('doubled', {}, {}, { project_id: 2 })
    for (const table of REPEATED) keep(table, await refusalOf(table, {}))
    for (const field of ['part_no', `${LONG}_b`, `${LONG}_c`])
      keep('thing', await refusalOf('thing', { [field]: 'x' }, { [field]: 'x', project_id: 2 }))
    keep('thing_part', await refusalOf('thing_part', { no: 'x' }, { no: 'x', project_id: 2 }))
    await idOfNext(work)
  },
  async (work) => {
    const { storage, keep, refusalOf } = work
    keep('grown', await storage.readAny.selectFrom('grown').selectAll().execute())
    await storage.writeAny((trx) =>
      trx.insertInto('shrunk').values({ project_id: 1, created_at: 1, updated_at: 1 }).execute(),
    )
    keep('shrunk', await storage.readAny.selectFrom('shrunk').select(['name', 'size']).orderBy('id').execute())
    await storage.writeAny((trx) => trx.updateTable('doubled').set({ name: 'other' }).where('id', '=', 2).execute())
    for (const table of REPEATED) keep(table, await refusalOf(table, {}))
    await idOfNext(work)
  },
  async ({ keep, refusalOf }) => {
    keep('doubled', await refusalOf('doubled', {}))
    keep('doubled', await refusalOf('doubled', { project_id: 3 }))
    for (const table of REPEATED) keep(table, await refusalOf(table, { code: 'a' }))
  },
  async ({ keep, refusalOf }) => {
    for (const table of REPEATED) {
      keep(table, await refusalOf(table, { code: 'a', project_id: 2 }))
      keep(table, await refusalOf(table, { code: 'a' }))
    }
  },
]

/** Keeps the id that a new record of the tree gets; deletes the record again. */
async function idOfNext({ storage, keep }: Work): Promise<void> {
  const { id } = await storage.writeAny((trx) =>
    trx.insertInto('tree').values(row).returning('id').executeTakeFirstOrThrow(),
  )
  await storage.writeAny((trx) => trx.deleteFrom('tree').execute())
  keep('tree', Number(id))
}

describe.each(engines)('database of another version on %s', (engine) => {
  let place: TestPlace
  beforeEach(async () => {
    place = await testPlace(engine, 'schema')
  })
  afterEach(() => place.remove())

  it('is rejected when it has a migration that the program does not know', async () => {
    const first = await open(place, [])
    await first.storage.write((trx) =>
      trx.insertInto('migration').values({ name: '9999-later', timestamp: '' }).execute(),
    )
    await first.storage.close()
    await expect(open(place, [])).rejects.toThrow(/newer version.*9999-later/)
  })

  it('with the migration table of version 0.2 is converted, and its missing migration is run', async () => {
    const first = await open(place, [])
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
    const again = await open(place, [])
    const after = await again.storage.read.selectFrom('migration').selectAll().orderBy('name').execute()
    expect(after.map((row) => row.name)).toEqual(before.map((row) => row.name))
    expect(after[0]?.timestamp).toBe('2025-11-24T16:00:00.123Z')
    expect(Date.parse(after.find((row) => row.name === MISSED)?.timestamp ?? '')).toBeGreaterThan(1_764_000_000_123)
    await again.storage.close()
  })
})
