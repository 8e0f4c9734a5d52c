import { describe, expect, it } from 'vitest'
import type { OwnMeans } from '../../server/history/ownMeans.ts'
import { summaryWanted } from '../../server/history/query.ts'
import { monthEnd } from '../../server/storage/homes/clickhouse/drop.ts'
import { arraysOf, blocksOf, lineOf } from '../../server/storage/homes/clickhouse/lines.ts'
import { mergeStretches, planOf } from '../../server/storage/homes/clickhouse/plan.ts'
import { callProblem, placeOf, startProblem, versionProblem } from '../../server/storage/homes/clickhouse/problems.ts'
import {
  keyQueries,
  lastQueries,
  nearestQueries,
  stretchQueries,
} from '../../server/storage/homes/clickhouse/queries.ts'
import { historyLines, lastLines, ranksOf } from '../../server/storage/homes/clickhouse/ranked.ts'
import { insertRows, makeTable } from '../../server/storage/homes/clickhouse/tables.ts'
import { HOUR } from '../../server/storage/dirtyHours.ts'
import { isUnavailable } from '../../server/storage/unavailable.ts'
import { readSettings, StartError } from '../../server/settings.ts'

const T0 = Date.UTC(2025, 10, 20)
const place = placeOf('clickhouse://user:p%40ss@db.example:9000/city')

describe('HISTORY_URL', () => {
  const DATABASE_URL = 'postgres://somewhere/console'
  const HISTORY_URL = 'clickhouse://somewhere/console'
  it('requires DATABASE_URL and a clickhouse:// address', () => {
    expect(readSettings({ DATABASE_URL }, null).historyUrl).toBeNull()
    expect(readSettings({ DATABASE_URL, HISTORY_URL }, null).historyUrl).toBe(HISTORY_URL)
    expect(() => readSettings({ HISTORY_URL }, null)).toThrow(/^HISTORY_URL needs DATABASE_URL/)
    expect(() => readSettings({ DATABASE_URL, HISTORY_URL: 'http://somewhere' }, null)).toThrow('clickhouse://')
  })

  it('is parsed into address, user and database, with ClickHouse’s defaults for missing parts', () => {
    expect(place).toEqual({
      url: 'http://db.example:9000',
      username: 'user',
      password: 'p@ss',
      database: 'city',
      name: 'db.example:9000/city',
    })
    expect(placeOf('clickhouses://h')).toMatchObject({
      url: 'https://h:8443',
      username: 'default',
      database: 'default',
    })
  })

  it.each([
    ['516', 'refuses the sign-in of user "user"'],
    ['81', 'has no database "city"'],
    ['497', 'does not let user "user" make tables'],
  ])('reports error code %s in a sentence without the password', (code, sentence) => {
    const problem = startProblem(callProblem(Object.assign(new Error('p@ss'), { code }), place), place)
    expect(problem).toBeInstanceOf(StartError)
    expect(String(problem)).toContain(sentence)
    expect(String(problem)).not.toContain('p@ss')
  })

  it('treats timeouts as unavailability but not wrong queries, and requires ClickHouse 24.8', () => {
    expect(isUnavailable(callProblem(Object.assign(new Error('x'), { code: '252' }), place))).toBe(true)
    expect(isUnavailable(callProblem(new Error('Timeout error.'), place))).toBe(true)
    expect(isUnavailable(callProblem(Object.assign(new Error('x'), { code: '62' }), place))).toBe(false)
    expect([versionProblem('24.8.1.2'), versionProblem('26.1')]).toEqual([null, null])
    expect(versionProblem('24.3.9')?.message).toContain('version 24.8 or newer is needed')
  })
})

describe('ClickHouse queries', () => {
  const span = { device: 1, nodemaps: [2], start: T0 + 1000, end: T0 + 3 * HOUR + 5 }
  it('planOf fetches samples for partial and outdated hours and rollups for whole hours', () => {
    const dirty = [
      { device_id: 1, hour: T0 + 2 * HOUR },
      { device_id: 9, hour: T0 + HOUR },
    ]
    const plan = planOf([{ ...span, only: 'unrolled' }], dirty)
    expect(plan.samples.map(({ start, end }) => [start - T0, end - T0])).toEqual([
      [1000, HOUR - 1],
      [2 * HOUR, 3 * HOUR + 5],
    ])
    expect(plan.rollups.map(({ start, end }) => [start - T0, end - T0])).toEqual([[HOUR, 3 * HOUR - 1]])
  })

  it('summaryWanted fetches rollups of a short span too if means of sound or direction need them', () => {
    const sounds = [{ nodemap: 2, turn: { scale: 1, offset: 0 } }]
    const directions = [{ nodemap: 2, turn: { scale: 1, offset: 0 }, speed: null }]
    const rollupsOf = (means: Partial<OwnMeans>) =>
      planOf(summaryWanted(span, { directions: [], sounds: [], ...means }), []).rollups
    expect([rollupsOf({ sounds }), rollupsOf({ directions }), rollupsOf({})]).toEqual([[span], [span], []])
  })

  it('planOf fetches only samples for a span within one hour', () => {
    const short = { ...span, end: T0 + 2000, only: 'unrolled' as const }
    expect(planOf([short], []).samples).toEqual([{ device: 1, nodemaps: [2], start: T0 + 1000, end: T0 + 2000 }])
    expect(planOf([short], []).rollups).toEqual([])
  })

  it('mergeStretches joins adjacent stretches, and planOf caps an open end at 2^53 - 1', () => {
    const hour = (at: number) => ({ device: 1, nodemaps: null, start: at, end: at + HOUR - 1 })
    expect(mergeStretches([hour(T0 + HOUR), hour(T0), hour(T0 + 5 * HOUR)])).toEqual([
      { ...hour(T0), end: T0 + 2 * HOUR - 1 },
      hour(T0 + 5 * HOUR),
    ])
    expect(planOf([{ ...hour(T0), end: Infinity }], []).samples[0]?.end).toBe(2 ** 53 - 1)
    expect(planOf([{ ...hour(T0), nodemaps: [] }], [])).toMatchObject({ samples: [], devices: [1] })
  })

  it('contain whole numbers only and return one row per key', () => {
    expect(stretchQueries('rollup', [{ device: 1, nodemaps: [2, 3], start: 0, end: 9 }])).toEqual([
      expect.stringMatching(
        /from rollup final where \(device_id = 1 and nodemap_id in \(2, 3\) and hour >= 0 and hour <= 9\) and count > 0$/,
      ),
    ])
    expect(keyQueries([{ device_id: 1, nodemap_id: 2, ts: -3 }])).toEqual([
      'select device_id, nodemap_id, ts, value from history final where (device_id, nodemap_id, ts) in ((1, 2, -3))',
    ])
    expect(nearestQueries('before', [{ device: 1, nodemaps: null, start: 5, end: 9 }])[0]).toContain(
      'max(ts) from history where device_id = 1 and ts < 5 group by',
    )
    expect(lastQueries(null)).toEqual(['select device_id, nodemap_id, ts, value from lastvalue final'])
    expect([lastQueries([]), keyQueries([])]).toEqual([[], []])
    for (const wrong of [1.5, Number.NaN, '1; drop table history' as unknown as number])
      expect(() => lastQueries([wrong])).toThrow(TypeError)
  })

  it('blocksOf yields whole lines, however the response is split into chunks', async () => {
    const chunks = async function* () {
      for (const text of ['1\t2\n3', '\t4\n5\t\\N', '\n6\t-1.5e-7']) yield Buffer.from(text)
    }
    const lines: string[] = []
    for await (const block of blocksOf(chunks())) lines.push(...block)
    expect(lines).toEqual(['1\t2', '3\t4', '5\t\\N', '6\t-1.5e-7'])
    expect(arraysOf(lines, 2)).toEqual(['{1,3,5,6}', '{2,4,NULL,-1.5e-7}'])
    expect(lineOf([1, null, 0.1 + 0.2])).toBe('1\t\\N\t0.30000000000000004')
  })
})

describe('ClickHouse inserts', () => {
  const samples = {
    device_id: [1, 1, 1, 1],
    nodemap_id: [2, 2, 2, 3],
    ts: [T0, T0, T0 + 9e9, T0],
    value: [5, 6, 7, 8],
    save: [1 as const, 1 as const, 0 as const, 2 as const],
    evidence: {
      marks: [],
      origins: [
        { from: 0, source: 'device', source_id: 1, received_at: 100 },
        { from: 1, source: 'user', source_id: 1, received_at: 200, amends: true },
      ],
    },
  }
  it('rank first values by the earliest receipt and an amendment above them', () => {
    const row = { device_id: 1, nodemap_id: 2, ts: T0 }
    const ranks = ranksOf(samples, 900)
    expect([ranks.first(row), ranks.amended(row)]).toEqual([-100, 200])
    expect(historyLines(samples, 900)).toEqual([`1\t2\t${T0}\t5\t-100`, `1\t2\t${T0}\t6\t-200`, `1\t3\t${T0}\t8\t-200`])
    expect(historyLines({ ...samples, evidence: undefined as never }, 900)[0]).toBe(`1\t2\t${T0}\t5\t-900`)
  })

  it('keep one last value per node, ranking a future timestamp as now', () => {
    expect(lastLines(samples, T0 + 50)).toEqual([`1\t2\t${T0 + 9e9}\t7\t${T0 + 50}`])
  })

  it('go into tables partitioned by UTC month, ordered by key and synced to disk', () => {
    const table = makeTable('history', 'mark')
    expect(table).toContain(
      `ReplacingMergeTree(rank) partition by toYYYYMM(fromUnixTimestamp64Milli(ts, 'UTC')) order by (device_id, nodemap_id, ts)`,
    )
    expect(table).toMatch(/fsync_after_insert = 1, fsync_part_directory = 1 comment 'mark'$/)
    expect(makeTable('lastvalue')).not.toContain('partition by')
    expect(insertRows('history', 'brought_history')).toBe(
      'insert into brought_history (device_id, nodemap_id, ts, value) select * from unnest($1::bigint[], $2::bigint[], $3::bigint[], $4::double precision[]) on conflict do nothing',
    )
    expect(monthEnd(202512)).toBe(Date.UTC(2026, 0))
  })
})
