import { sql } from 'kysely'
import pg from 'pg'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { rollUp } from '../../server/history/rollup.ts'
import { silentLog } from '../../server/log.ts'
import { DAY, HOUR } from '../../resources/kit/zone.ts'
import { historyCommand } from '../../server/storage/homes/moving/command.ts'
import { openStorage } from '../../server/storage/index.ts'
import type { Samples, Storage } from '../../server/storage/types.ts'
import { upTo } from '../support/slowness.ts'
import { clickhousePlace, hasClickhouse, testPlace, type TestPlace } from '../support/storage.ts'

/** The samples from here on span two months. */
const T0 = Date.UTC(2025, 9, 30)
const DEVICES = [1, 2]
const NODES = [11, 12]

const batchOf = (
  rows: readonly (readonly [device: number, node: number, ts: number, value: number])[],
  received: number,
  amends = false,
): Samples => ({
  device_id: rows.map(([device]) => device),
  nodemap_id: rows.map(([, node]) => node),
  ts: rows.map(([, , ts]) => ts),
  value: rows.map(([, , , value]) => value),
  save: rows.map(() => 1),
  evidence: { marks: [], origins: [{ from: 0, source: 'device', source_id: 1, received_at: received, amends }] },
})

describe.runIf(hasClickhouse)('npm run history -- move', () => {
  let place: TestPlace
  let outside: Awaited<ReturnType<typeof clickhousePlace>>
  let before: Awaited<ReturnType<typeof contents>>
  const amended = { device_id: 1, nodemap_id: 11, ts: T0 + HOUR }

  const open = (historyUrl: string | null): Promise<Storage> =>
    openStorage({ ...place.settings, historyUrl }, silentLog)
  /** Opens a storage for `work` and closes it afterwards. */
  const within = async <T>(historyUrl: string | null, work: (storage: Storage) => Promise<T>): Promise<T> => {
    const storage = await open(historyUrl)
    try {
      return await work(storage)
    } finally {
      await storage.close()
    }
  }
  const refusal = (historyUrl: string | null): Promise<string> =>
    within(historyUrl, async () => 'started').catch((error: Error) => `${error.name}: ${error.message}`)

  /** Everything that is moved, each row as text. */
  async function contents(storage: Storage): Promise<Record<string, string[]>> {
    const wanted = DEVICES.map((device) => ({ device, nodemaps: null, start: 0, end: Infinity }))
    const read = (only: 'rolled' | undefined, text: string) =>
      storage.readHistory(
        wanted.map((one) => ({ ...one, ...(only && { only }) })),
        async ({ read: view }) => (await sql.raw(text).execute(view)).rows.map((row) => JSON.stringify(row)),
      )
    return {
      samples: await read(undefined, 'select * from history order by device_id, nodemap_id, ts'),
      rollups: await read('rolled', 'select * from rollup order by device_id, nodemap_id, hour'),
      last: (await storage.lastValues(null)).map((row) => JSON.stringify(row)).toSorted(),
    }
  }

  const out = () => ['--from', 'here', '--to', outside.historyUrl]
  const back = () => ['--from', outside.historyUrl, '--to', 'here']
  /**
   * Runs the command and returns its lines; the run is aborted when it prints one line more than `cutAfter`. Traces of
   * a stopped process may remain for as long as a busy machine takes.
   */
  const command = async (
    words: readonly string[],
    { cutAfter = Infinity, patience = upTo(20_000) } = {},
  ): Promise<string[]> => {
    const lines: string[] = []
    const say = (line: string): void => {
      lines.push(line)
      if (lines.length > cutAfter) throw new Error('cut')
    }
    const settings = { databaseUrl: place.settings.databaseUrl, retentionDays: 36_500 }
    await historyCommand(['move', ...words], settings, say, { patience, piece: 40 })
    return lines
  }
  const query = async (text: string): Promise<pg.QueryResult> => {
    const client = new pg.Client({ connectionString: place.settings.databaseUrl ?? '' })
    await client.connect()
    try {
      return await client.query(text)
    } finally {
      await client.end()
    }
  }

  beforeAll(async () => {
    place = await testPlace('postgres', 'schema')
    outside = await clickhousePlace()
    before = await within(null, async (storage) => {
      for (const node of NODES)
        for (const device of DEVICES)
          await storage.storeSamples(
            batchOf(
              // Values whose sums depend on their order: tiny, huge and negative ones.
              Array.from(
                { length: 24 },
                (_, i) => [device, node, T0 + i * 3 * HOUR + node, (i - 9) * 0.1 * 10 ** (i % 5) + 1e-9] as const,
              ),
              T0 + 4 * DAY,
            ),
          )
      await storage.storeSamples(batchOf([[1, 11, amended.ts, 5]], T0 + 4 * DAY))
      await storage.storeSamples(batchOf([[1, 11, amended.ts, 6]], T0 + 5 * DAY, true))
      await rollUp(storage, { before: T0 + 30 * DAY })
      return contents(storage)
    })
  })
  afterAll(async () => {
    await place?.remove()
    await outside?.remove()
  })

  it('reports what it would do with --dry-run, and changes nothing', async () => {
    const lines = await command([...out(), '--dry-run'])
    expect(lines).toEqual([
      expect.stringMatching(/^From PostgreSQL to ClickHouse at .*:$/),
      'history: 97 rows of 3 days, 2025-10-30 to 2025-11-01',
      'lastvalue: 4 rows',
      'rollup: 97 rows of 3 days, 2025-10-30 to 2025-11-01',
      'Nothing was moved: this was --dry-run.',
    ])
    expect(await outside.ask('show tables')).toEqual([])
    await expect(command(['--from', 'here', '--to', 'here'])).rejects.toThrow('npm run history -- move')
    await expect(command(back())).rejects.toThrow('The history lies in PostgreSQL already.')
  })

  it('refuses while the platform uses the database, and leaves it unchanged', async () => {
    await within(null, async () => {
      await expect(command(out(), { patience: 0 })).rejects.toThrow(
        /^The platform works on this database \(a session .*stop all of its/,
      )
    })
    expect(await refusal(null)).toBe('started')
    expect(await outside.ask('show tables')).toEqual([])
  })

  it('can give up an interrupted move, after which the platform starts as before', async () => {
    await expect(command(out(), { cutAfter: 1 })).rejects.toThrow('cut')
    for (const historyUrl of [null, outside.historyUrl])
      expect(await refusal(historyUrl)).toMatch(
        /^StartError: The history of this installation is being moved, and the move is not finished. To go on: npm run history -- move --from here --to clickhouse:\/\/.*--give-up\.$/,
      )
    await expect(command([...out(), '--drop-source'])).rejects.toThrow('not finished; nothing was emptied')
    // A move that another version began cannot be continued.
    const newest = '(select max(name) from migration)'
    const { rows } = await query(
      `update migration set name = name || ' of before' where name = ${newest} returning name`,
    )
    for (const words of [out(), [...out(), '--dry-run'], [...out(), '--drop-source']])
      await expect(command(words)).rejects.toThrow(/by another version, .* or give the move up: .* --give-up\.$/)
    expect((await command([...out(), '--give-up'])).at(-1)).toContain('lies in PostgreSQL as before')
    await expect(command(out())).rejects.toThrow('the database is not of this version')
    expect(rows).toHaveLength(1)
    await query(`update migration set name = replace(name, ' of before', '')`)
    expect(await outside.ask('show tables')).toEqual([])
    expect(await within(null, contents)).toEqual(before)
  })

  it('resumes an interrupted move, and moves a day again that changed after its check', async () => {
    // The head, and two days of samples.
    await expect(command(out(), { cutAfter: 2 })).rejects.toThrow('cut')
    const other = `select device_id, nodemap_id, ts, value + 1e-9, toInt64(1) from history where ts < ${T0 + DAY} limit 1`
    await outside.ask(`insert into history (device_id, nodemap_id, ts, value, rank) ${other}`)
    const lines = await command(out())
    expect(lines.filter((line) => line.startsWith('history'))).toEqual([
      'history 2025-11-01: 32 rows moved and checked, 97 of 97',
      expect.stringMatching(/^history 2025-10-30: 33 rows had changed, were moved again and checked/),
    ])
    expect(lines.at(-1)).toMatch(/^The history lies in ClickHouse: start with HISTORY_URL, .* --drop-source$/)
    expect(await within(outside.historyUrl, contents)).toEqual(before)
    expect(await refusal(null)).toContain('StartError: HISTORY_URL is missing')
    await expect(command(out())).rejects.toThrow('The history lies in ClickHouse already.')
  })

  it('keeps the rank of first values and amendments, so that only amendments are replaced later', async () => {
    const ranks = await outside.ask('select rank, count() from history final group by rank order by rank desc')
    expect(ranks).toEqual([
      [String(T0 + 5 * DAY), '1'],
      [expect.stringMatching(/^-/), '96'],
    ])
    const now = Date.now()
    await within(outside.historyUrl, async (storage) => {
      await storage.storeSamples(batchOf([[1, 11, T0 + 11, 77]], now))
      await storage.storeSamples(batchOf([[1, 11, amended.ts, 8]], now, true))
      const after = await contents(storage)
      expect(after.samples?.filter((row) => !before.samples?.includes(row))).toEqual([
        JSON.stringify({ ...amended, value: 8 }),
      ])
      const revisions = await storage.read
        .selectFrom('historyrevision')
        .select(['value', 'first', 'stands'])
        .orderBy('value')
        .execute()
      expect(revisions.map(({ value, first, stands }) => [value, first, stands])).toEqual([
        [6, 5, 1],
        [8, 5, 1],
        [77, -0.9 + 1e-9, 0],
      ])
      before = after
    })
  })

  it('drops the source only if each day equals what was checked', async () => {
    await expect(command(back())).rejects.toThrow(/PostgreSQL still holds .* --from here --to .* --drop-source\.$/)
    await query(`update history set value = value + 1 where ts = ${T0 + DAY + 11}`)
    await expect(command([...out(), '--drop-source'])).rejects.toThrow(
      'history of 2025-10-31 in PostgreSQL is not what was moved and checked',
    )
    await query(`update history set value = value - 1 where ts = ${T0 + DAY + 11}`)
    const { rows } = await query('select count(*)::int as count from history')
    expect(rows).toEqual([{ count: 97 }])
    expect(await command([...out(), '--drop-source'])).toEqual(['PostgreSQL no longer holds any history.'])
    expect(
      (await query('select from history union all select from rollup union all select from lastvalue')).rowCount,
    ).toBe(0)
    expect(await within(outside.historyUrl, contents)).toEqual(before)
  })

  it('moves the history back to PostgreSQL, and empties ClickHouse', async () => {
    await expect(command(back(), { cutAfter: 3 })).rejects.toThrow('cut')
    await command(back())
    expect(await within(null, contents)).toEqual(before)
    expect(await refusal(outside.historyUrl)).toContain('was moved from')
    expect(await command([...back(), '--drop-source'])).toEqual([
      expect.stringMatching(/^ClickHouse at .* no longer holds any history\.$/),
    ])
    expect(await outside.ask('show tables')).toEqual([])
    expect(await within(null, contents)).toEqual(before)
  })
})
