import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import type { Storage } from '../../server/storage/types.ts'
import { engines, openTestStorage } from '../support/storage.ts'

/**
 * On SQLite, queued writes share a commit; the guarantees of each write must hold all the same, as they do on both
 * engines.
 */
describe.each(engines)('concurrent writes on %s', (engine) => {
  let storage: Storage
  let dispose: () => Promise<void>
  beforeAll(async () => {
    ;({ storage, dispose } = await openTestStorage(engine))
  })
  afterAll(() => dispose())
  beforeEach(() => storage.write((trx) => trx.deleteFrom('setting').execute()))

  const add = (name: string, fails = false): Promise<string> =>
    storage.write(async (trx) => {
      await trx.insertInto('setting').values({ name, value: '1' }).execute()
      if (fails) throw new Error(`${name} fails`)
      await trx.updateTable('setting').set({ value: '2' }).where('name', '=', name).execute()
      return name
    })
  const stored = async (): Promise<string[]> =>
    (await storage.read.selectFrom('setting').select(['name', 'value']).execute())
      .map(({ name, value }) => `${name}=${value}`)
      .toSorted()
  const names = Array.from({ length: 200 }, (_, index) => `n${String(index).padStart(3, '0')}`)

  it('roll back those that fail, and only those', async () => {
    const results = await Promise.allSettled(names.map((name, index) => add(name, index % 3 === 0)))
    expect(results.map(({ status }) => status)).toEqual(
      names.map((_, index) => (index % 3 === 0 ? 'rejected' : 'fulfilled')),
    )
    expect(await stored()).toEqual(names.filter((_, index) => index % 3 !== 0).map((name) => `${name}=2`))
  })

  it('commit the others when the first or the last fails', async () => {
    await Promise.allSettled([add('a', true), add('b'), add('c', true)])
    expect(await stored()).toEqual(['b=2'])
    await Promise.allSettled([add('d'), add('e', true)])
    expect(await stored()).toEqual(['b=2', 'd=2'])
    await Promise.allSettled([add('f', true), add('g', true)])
    expect(await stored()).toEqual(['b=2', 'd=2'])
  })

  it('resolve only when their rows can be read', async () => {
    await Promise.all(
      names.map(async (name) => {
        await add(name)
        expect(
          await storage.read.selectFrom('setting').select('value').where('name', '=', name).executeTakeFirst(),
        ).toEqual({ value: '2' })
      }),
    )
  })

  it('are queued together with empty writes and samples', async () => {
    const nothing = () => storage.write(async () => 'nothing')
    const sample = (ts: number) =>
      storage.storeSamples({ device_id: [1], nodemap_id: [1], ts: [ts], value: [1], save: [1] })
    const failing = storage.storeSamples({ device_id: [1], nodemap_id: [1], ts: [Number.NaN], value: [1], save: [1] })
    const results = await Promise.allSettled([
      add('a'),
      nothing(),
      add('b'),
      sample(1_763_600_000_000),
      add('c', true),
      nothing(),
      sample(1_763_600_001_000),
      failing,
      add('d'),
      nothing(),
    ])
    expect(results.filter(({ status }) => status === 'rejected')).toHaveLength(2)
    expect(await stored()).toEqual(['a=2', 'b=2', 'd=2'])
    expect(await storage.read.selectFrom('history').selectAll().execute()).toHaveLength(2)
  })

  it('finish before the storage closes', async () => {
    const other = await openTestStorage(engine)
    const writing = Promise.all(
      names
        .slice(0, 30)
        .map((name) =>
          other.storage.write((trx) =>
            trx.insertInto('setting').values({ name, value: '1' }).returning('name').executeTakeFirst(),
          ),
        ),
    )
    const closing = other.dispose()
    expect(await writing).toHaveLength(30)
    await closing
  })
})
