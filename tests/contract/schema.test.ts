import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { allResources } from '../../resources/index.ts'
import type { Resource } from '../../resources/kit/define.ts'
import { fieldTypes } from '../../resources/kit/types/index.ts'
import { problemsOf } from '../../resources/kit/validate.ts'
import { storable } from '../../resources/kit/wire.ts'
import { silentLog } from '../../server/log.ts'
import { databaseColumnsOf } from '../../server/storage/columns.ts'
import { openStorage } from '../../server/storage/index.ts'
import { upTo } from '../support/slowness.ts'
import { engines, openTestStorage } from '../support/storage.ts'
import { throwaway, throwawayRecord } from '../support/throwaway.ts'

const definitions: readonly Resource[] = [...allResources, throwaway]

describe.each(['sqlite', 'postgres'] as const)('database columns on %s', (engine) => {
  it.each(definitions.map((resource) => [resource.path, resource] as const))(
    'of %s are one typed column per stored field',
    (_path, resource) => {
      const columns = databaseColumnsOf(resource, engine)
      expect(columns.map(({ name }) => name)).toEqual(
        Object.keys(resource.fields).filter((name) => !resource.fields[name]?.computed),
      )
      for (const { type } of columns) expect(type).toMatch(/^[a-z ]+$/)
    },
  )
})

it('throwaway entity has a field of every type', () => {
  expect(new Set(Object.values(throwaway.fields).map((field) => field.type))).toEqual(new Set(Object.keys(fieldTypes)))
})

describe.each(engines)('new entity on %s', (engine) => {
  // Opening a storage creates the platform's tables and reads every definition.
  let opened: Awaited<ReturnType<typeof openTestStorage>>
  beforeAll(async () => {
    opened = await openTestStorage(engine, definitions)
  }, upTo(60_000))
  afterAll(() => opened.dispose())

  it('is validated, stored and read with nothing but its definition', async () => {
    const record: Record<string, unknown> = { ...throwawayRecord, note: throwawayRecord.note.String }
    expect(problemsOf(throwaway, record)).toEqual({})
    expect(problemsOf(throwaway, { ...record, name: '', level: 9 })).toEqual({
      name: { key: 'error.rule.required' },
      level: { key: 'error.rule.choice' },
    })

    const { storage } = opened
    const columns = databaseColumnsOf(throwaway, engine).map(({ name }) => name)
    const row = Object.fromEntries(
      columns.map((name) => [
        name,
        storable((throwaway as Resource).fields[name] ?? { type: 'text', label: ['', '', ''] }, record[name]),
      ]),
    )
    const insert = () =>
      storage.writeAny((trx) =>
        trx
          .insertInto('throwaway')
          .values({ ...row, created_at: 1, updated_at: 1 })
          .execute(),
      )
    await insert()
    const [stored] = await storage.readAny.selectFrom('throwaway').selectAll().execute()
    expect(stored).toMatchObject({ ...row, size: 5, areas: '1,2', ratio: 0.25, since: 1_700_000_000_000 })
    await expect(insert()).rejects.toThrow(/unique/i)
  })

  it('gains a column when its definition gains a field, and keeps its rows', async () => {
    const { storage, settings } = opened
    await storage.writeAny((trx) =>
      trx.insertInto('throwaway').values({ name: 'kept', created_at: 1, updated_at: 1 }).execute(),
    )
    await storage.close()
    const added = { type: 'int', label: ['x', 'x', 'x'], default: 4 } as const
    const grown = await openStorage(settings, silentLog, [
      ...allResources,
      { ...throwaway, fields: { ...throwaway.fields, added } } as Resource,
    ])
    try {
      expect(
        await grown.readAny
          .selectFrom('throwaway')
          .select(['name', 'added', 'size'])
          .where('name', '=', 'kept')
          .execute(),
      ).toEqual([{ name: 'kept', added: 4, size: 3 }])
    } finally {
      await grown.close()
    }
  })
})
