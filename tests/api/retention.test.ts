import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { DAY, HOUR } from '../../resources/kit/zone.ts'
import { pushRetentionJob } from '../../server/alarms/channels/retention.ts'
import { retentionJob } from '../../server/history/retention.ts'
import { outboxRetentionJob } from '../../server/send/outbox.ts'
import { readSettings } from '../../server/settings.ts'
import type { Storage } from '../../server/storage/types.ts'
import { connectionRetentionJob } from '../../server/telemetry/connection.ts'
import { optedIn, optIn } from '../support/optedIn.ts'
import { homes, openTestStorage, readDevice } from '../support/storage.ts'

const NOW = Date.UTC(2025, 10, 20, 12, 34)

describe.each(homes)('retention on %s', (home) => {
  let storage: Storage
  let dispose: () => Promise<void>
  beforeAll(async () => {
    ;({ storage, dispose } = await openTestStorage(home))
    const ts = Array.from({ length: 100 * 24 }, (_, i) => NOW - i * HOUR)
    await storage.storeSamples({
      device_id: ts.map(() => 1),
      nodemap_id: ts.map(() => 11),
      ts,
      value: ts.map((_, i) => i),
      save: ts.map(() => 1),
    })
  })
  afterAll(() => dispose())
  const settings = { ...readSettings({ RETENTION_DAYS: '30' }, null) }
  const oldest = async (): Promise<number> =>
    Number(
      (
        await readDevice(storage, 1, (read) =>
          read
            .selectFrom('history')
            .select((eb) => eb.fn.min<number>('ts').as('ts'))
            .executeTakeFirst(),
        )
      )?.ts,
    )
  const rollups = () =>
    readDevice(storage, 1, (read) => read.selectFrom('rollup').select(['hour', 'count']).orderBy('hour').execute())
  const run = () => retentionJob({ storage, settings }, () => NOW).run(new AbortController().signal)

  it('deletes samples older than RETENTION_DAYS and keeps their rollups', async () => {
    await run()
    const first = await oldest()
    // No hour for which telemetry may still arrive, and no more than two hours besides.
    expect(first).toBeLessThanOrEqual(NOW - 30 * DAY)
    expect(first).toBeGreaterThan(NOW - 30 * DAY - 2 * HOUR)
    const kept = await rollups()
    expect(kept.length).toBeGreaterThan(69 * 24)
    expect(kept[0]?.hour).toBe(Math.floor((NOW - (100 * 24 - 1) * HOUR) / HOUR) * HOUR)
  })

  it('does not change the rollup of an hour from which only late data is left', async () => {
    const hour = NOW - 50 * DAY
    const before = await rollups()
    await storage.storeSamples({ device_id: [1], nodemap_id: [11], ts: [hour + 1000], value: [5], save: [1] })
    await run()
    expect(await rollups()).toEqual(before)
    expect(await oldest()).toBeGreaterThan(NOW - 31 * DAY)
  })

  it.runIf(home === 'postgres')('drops whole partitions', async () => {
    const { rows } = await storage.read.executeQuery<{ name: string }>({
      sql: `select relname as name from pg_class join pg_inherits on inhrelid = pg_class.oid where inhparent = 'history'::regclass order by 1`,
      parameters: [],
      query: { kind: 'RawNode', sqlFragments: [], parameters: [] },
      queryId: { queryId: 'partitions' },
    })
    expect(rows.map(({ name }) => name)).toEqual(['history_202510', 'history_202511'])
  })

  it('keeps each device’s newest connection record and deletes others older than RETENTION_DAYS', async () => {
    const line = (device_id: number, days: number, state: number) => ({ device_id, time: NOW - days * DAY, state })
    const lines = [line(1, 50, 1), line(1, 40, 0), line(2, 40, 1), line(2, 20, 0), line(2, 10, 1)]
    await storage.write((trx) => trx.insertInto('deviceonline').values(lines).execute())
    await connectionRetentionJob({ storage, settings }, () => NOW).run(new AbortController().signal)
    const left = await storage.read
      .selectFrom('deviceonline')
      .select(['device_id', 'time', 'state'])
      .orderBy('id')
      .execute()
    expect(left).toEqual([line(1, 40, 0), line(2, 20, 0), line(2, 10, 1)])
  })

  it('deletes expired registration codes and messages older than RETENTION_DAYS from the outbox', async () => {
    const message = (recipient: string, age: number, project_id: number | null) => ({
      created_at: NOW - age,
      alarm_type: 1,
      recipient,
      subject: '',
      content: '',
      project_id,
      thresholdlog_id: null,
      reason: '{}',
    })
    const messages = [
      message('old', 31 * DAY, 1),
      message('kept', 29 * DAY, 1),
      message('code', 9 * 60_000, null),
      message('expired', 11 * 60_000, null),
    ]
    await storage.write((trx) => trx.insertInto('outbox').values(messages).execute())
    await outboxRetentionJob({ storage, settings }, () => NOW).run(new AbortController().signal)
    const left = await storage.read.selectFrom('outbox').select('recipient').orderBy('id').execute()
    expect(left.map(({ recipient }) => recipient)).toEqual(['kept', 'code'])
  })

  it('deletes push subscriptions of deleted users and keeps those of existing ones', async () => {
    const user = { username: 'here', nickname: 'here', password: '-', super_id: 2, created_at: 0, updated_at: 0 }
    const { id } = await storage.write((trx) =>
      trx.insertInto('systemuser').values(user).returning('id').executeTakeFirstOrThrow(),
    )
    const gone = id + 1
    await optIn(storage, id, 'desk', 'phone')
    await optIn(storage, gone, 'lost')
    await pushRetentionJob({ storage }).run(new AbortController().signal)
    expect(await optedIn(storage, id)).toHaveLength(2)
    expect(await optedIn(storage, gone)).toEqual([])
  })
})
