import { sql, type Transaction } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { constraintOf } from '../../server/storage/index.ts'
import type { Storage, Tables } from '../../server/storage/types.ts'
import { writeUnanswered } from '../../server/storage/unanswered.ts'
import { engines, openTestStorage } from '../support/storage.ts'

const now = 1_763_600_000_000
const gateway = (regcode: string | null, more: Record<string, string | number | null> = {}) => ({
  name: 'a',
  regcode,
  protocol_type: 1,
  project_id: 1,
  created_at: now,
  updated_at: now,
  ...more,
})

describe.each(engines)('storage on %s', (engine) => {
  let storage: Storage
  let dispose: () => Promise<void>
  beforeAll(async () => {
    ;({ storage, dispose } = await openTestStorage(engine))
  })
  afterAll(() => dispose())

  const setting = async (name: string): Promise<string | undefined> =>
    (await storage.read.selectFrom('setting').select('value').where('name', '=', name).executeTakeFirst())?.value

  it('creates the root area with id 1 and assigns higher ids to new areas', async () => {
    const root = await storage.read.selectFrom('district').select(['id', 'name', 'superid', 'project_id']).execute()
    expect(root).toEqual([{ id: 1, name: '全部区域', superid: 0, project_id: null }])
    const made = await storage.writeAny((trx) =>
      trx
        .insertInto('district')
        .values({ name: 'a', superid: 1, project_id: 1, created_at: now, updated_at: now })
        .returningAll()
        .executeTakeFirstOrThrow(),
    )
    expect(made).toMatchObject({ id: 2, name: 'a', created_at: now, build_state: 0, positional: null })
    const changed = await storage.writeAny((trx) =>
      trx.updateTable('district').set({ name: 'b' }).where('id', '=', 2).executeTakeFirst(),
    )
    expect(changed.numUpdatedRows).toBe(1n)
    const deleted = await storage.writeAny((trx) => trx.deleteFrom('district').where('id', '=', 2).executeTakeFirst())
    expect(deleted.numDeletedRows).toBe(1n)
  })

  it('assigns ids above those that were inserted explicitly', async () => {
    const last = await storage.writeAny(async (trx) => {
      await trx
        .insertInto('gateway')
        .values(gateway('500', { id: 500 }))
        .execute()
      await storage.afterExplicitIds(trx, 'gateway')
      return trx.insertInto('gateway').values(gateway('501')).returning('id').executeTakeFirstOrThrow()
    })
    expect(last.id).toBe(501)
  })

  it('returns counts, sums and integer arithmetic as numbers', async () => {
    const row = await sql<
      Record<string, number>
    >`select count(*) as n, sum(id) as total, ${now} / cast(${1000} as bigint) * 1000 as bucket, 0.5 as half from district`.execute(
      storage.read,
    )
    expect(row.rows).toEqual([{ n: 1, total: 1, bucket: now, half: 0.5 }])
  })

  it('rolls back a write that throws', async () => {
    const failing = storage.write(async (trx) => {
      await trx.insertInto('setting').values({ name: 'rolled back', value: '1' }).execute()
      throw new Error('on purpose')
    })
    await expect(failing).rejects.toThrow('on purpose')
    expect(await setting('rolled back')).toBeUndefined()
  })

  it('discards statements that are still queued when their transaction is rolled back', async () => {
    const asked: Promise<unknown>[] = []
    const failing = storage.write(async (trx) => {
      const put = (name: string) => trx.insertInto('setting').values({ name, value: '' }).execute()
      asked.push(put(null as never), ...['late 1', 'late 2', 'late 3', 'late 4'].map(put))
      await Promise.all(asked)
    })
    await expect(failing).rejects.toThrow(/null/i)
    await Promise.allSettled(asked)
    expect(await storage.read.selectFrom('setting').select('name').where('name', 'like', 'late %').execute()).toEqual(
      [],
    )
  })

  it('keeps the order of unanswered writes, and rolls back all of them when one fails', async () => {
    const put = (trx: Transaction<Tables>, value: string) =>
      writeUnanswered(trx, trx.insertInto('setting').values({ name: 'unanswered', value }))
    await storage.write(async (trx) => {
      await put(trx, '1')
      await writeUnanswered(trx, trx.updateTable('setting').set({ value: '2' }).where('name', '=', 'unanswered'))
      const [row] = await trx.selectFrom('setting').select('value').where('name', '=', 'unanswered').execute()
      expect(row).toEqual({ value: '2' })
      await writeUnanswered(trx, trx.updateTable('setting').set({ value: '3' }).where('name', '=', 'unanswered'))
    })
    const failing = storage.write(async (trx) => {
      await writeUnanswered(trx, trx.deleteFrom('setting').where('name', '=', 'unanswered'))
      await put(trx, '4')
      await put(trx, '5')
    })
    await expect(failing).rejects.toThrow(/unique/i)
    expect(await setting('unanswered')).toBe('3')
  })

  it('continues to work after a statement failed inside a transaction', async () => {
    await expect(storage.writeAny((trx) => trx.insertInto('nothing').values({ a: 1 }).execute())).rejects.toThrow(
      'nothing',
    )
    await expect(
      storage.write((trx) =>
        trx
          .insertInto('setting')
          .values({ name: null as never, value: '' })
          .execute(),
      ),
    ).rejects.toThrow(/null/i)
    await storage.write((trx) => trx.insertInto('setting').values({ name: 'after', value: '1' }).execute())
    expect(await setting('after')).toBe('1')
  })

  it('names the columns of a violated constraint', async () => {
    const twice = storage.writeAny((trx) =>
      trx
        .insertInto('gateway')
        .values([gateway('77'), gateway('77')])
        .execute(),
    )
    expect(constraintOf(await twice.catch((error: unknown) => error))).toEqual({
      kind: 'unique',
      table: 'gateway',
      columns: ['regcode'],
    })
    const missing = storage.writeAny((trx) =>
      trx
        .insertInto('gateway')
        .values({ ...gateway('78'), created_at: null })
        .execute(),
    )
    expect(constraintOf(await missing.catch((error: unknown) => error))).toEqual({
      kind: 'notNull',
      table: 'gateway',
      columns: ['created_at'],
    })
    const other = storage.writeAny((trx) => trx.insertInto('nothing').values({ a: 1 }).execute())
    expect(constraintOf(await other.catch((error: unknown) => error))).toBeNull()
    // Rows without a value do not collide.
    await storage.writeAny((trx) =>
      trx
        .insertInto('gateway')
        .values([gateway(null), gateway(null)])
        .execute(),
    )
  })

  it('rejects values other than text, number and null, and continues to work', async () => {
    const wrong = storage.writeAny((trx) =>
      trx
        .insertInto('gateway')
        .values(gateway('1', { issingle: true as never }))
        .execute(),
    )
    await expect(wrong).rejects.toThrow(/boolean|smallint/)
    expect(await storage.read.selectFrom('district').select('id').execute()).toHaveLength(1)
  })

  it('executes parallel writes one after the other', async () => {
    await storage.write((trx) => trx.insertInto('setting').values({ name: 'counter', value: '0' }).execute())
    const increment = () =>
      storage.write(async (trx) => {
        await trx
          .updateTable('setting')
          .set({ value: sql<string>`cast(cast(value as integer) + 1 as text)` })
          .where('name', '=', 'counter')
          .execute()
        return trx.selectFrom('setting').select('value').where('name', '=', 'counter').executeTakeFirstOrThrow()
      })
    const seen = await Promise.all(Array.from({ length: 20 }, increment))
    expect(seen.map(({ value }) => Number(value)).toSorted((a, b) => a - b)).toEqual(
      Array.from({ length: 20 }, (_, index) => index + 1),
    )
  })

  it('reads while a long write is in progress', async () => {
    const order: string[] = []
    const writing = storage
      .write(async (trx) => {
        await sql`insert into setting (name, value) with recursive n(i) as (select 1 union all select i + 1 from n where i < 300000) select 'long ' || i, 'x' from n`.execute(
          trx,
        )
      })
      .then(() => order.push('write'))
    const before = await storage.read
      .selectFrom('setting')
      .select((e) => e.fn.countAll<number>().as('n'))
      .where('name', 'like', 'long %')
      .executeTakeFirstOrThrow()
    order.push('read')
    await writing
    expect(order).toEqual(['read', 'write'])
    expect(before.n).toBe(0)
    await storage.write((trx) => trx.deleteFrom('setting').where('name', 'like', 'long %').execute())
  })

  it('returns a column that was added to a table after the query’s first execution', async () => {
    await storage.writeAny((trx) => trx.schema.createTable('gains').addColumn('a', 'integer').execute())
    await storage.writeAny((trx) => trx.insertInto('gains').values({ a: 1 }).execute())
    const query = storage.readAny.selectFrom('gains').selectAll()
    expect(await query.execute()).toEqual([{ a: 1 }])
    await storage.writeAny((trx) =>
      trx.schema
        .alterTable('gains')
        .addColumn('b', 'integer', (column) => column.defaultTo(2))
        .execute(),
    )
    expect(await query.execute()).toEqual([{ a: 1, b: 2 }])
  })

  it('returns the rows of a select as JSON text', async () => {
    const rows = [
      { device_id: 1, nodemap_id: 1, ts: now, value: 0.1 },
      { device_id: 1, nodemap_id: 1, ts: now + 1000, value: -5 },
      { device_id: 1, nodemap_id: 2, ts: now, value: 1e300 },
    ]
    await storage.storeSamples({
      device_id: rows.map((row) => row.device_id),
      nodemap_id: rows.map((row) => row.nodemap_id),
      ts: rows.map((row) => row.ts),
      value: rows.map((row) => row.value),
      save: [1, 1, 1],
    })
    const query = storage.read
      .selectFrom('history')
      .selectAll()
      .where('device_id', '=', 1)
      .orderBy('ts', 'desc')
      .orderBy('nodemap_id')
    const parsed: unknown = JSON.parse(await storage.jsonText(query))
    expect(parsed).toEqual(await query.execute())
    expect(parsed).toHaveLength(3)
    const renamed = storage.read
      .selectFrom('district')
      .select(['id as "an odd\' name"' as 'id', 'name', 'project_id'])
      .select(sql`'"quoted" 全部'`.as('text'))
    expect(JSON.parse(await storage.jsonText(renamed))).toEqual(await renamed.execute())
    expect(await storage.jsonText(query.where('ts', '<', 0))).toBe('[]')
    const wide = storage.read
      .selectFrom('district')
      .select(Array.from({ length: 60 }, (_, index) => sql<number>`${sql.lit(index)}`.as(`column${index}`)))
    expect(JSON.parse(await storage.jsonText(wide))).toEqual(await wide.execute())
  })
})
