import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { extendResources } from '../../resources/extend.ts'
import { DAY, HOUR } from '../../resources/kit/zone.ts'
import { build } from '../../server/app.ts'
import { rollUp } from '../../server/history/rollup.ts'
import { silentLog } from '../../server/log.ts'
import { openPlatform } from '../../server/open.ts'
import type { Platform } from '../../server/platform.ts'
import { md5Of } from '../../server/session/passwords.ts'
import { readSettings } from '../../server/settings.ts'
import { readCatalogue } from '../../server/storage/catalogue.ts'
import { historyCommand } from '../../server/storage/homes/moving/command.ts'
import { openStorage } from '../../server/storage/index.ts'
import { openPool } from '../../server/storage/postgres/pool.ts'
import { DATABASE_FILE } from '../../server/storage/sqlite/files.ts'
import { moveCommand } from '../../server/storage/toPostgres/command.ts'
import { testHash } from '../support/server.ts'
import { engines, testPlace, type TestPlace } from '../support/storage.ts'
import { ABOVE_100, fillWorld, ids, users } from '../support/world.ts'

const SN = '1869024001'
const stamp = { created_at: 0, updated_at: 0 }
/** Tables that are not moved, because each database maintains its own. */
const OWN = /^(?:migration|migration_lock|lease|sqlite_.*|search_.*)$/

type Ask = (path: string, body?: object) => Promise<{ code: number; data: unknown }>

describe.runIf(engines.includes('postgres'))('move from SQLite to PostgreSQL', () => {
  const now = Date.now()
  const places: TestPlace[] = []
  let dataDir = ''
  let target = ''
  /** Answers before the move, by the path requested. */
  let before: unknown[] = []

  const asked = [
    `godbAllHistoricaldataByIdToJson/${ids.air}/${now - 50 * DAY}/${now}`,
    'godbThresholdlogByTimeOrId?page_size=50&current=1',
    'godbThreshold?page_size=50&current=1',
    'godbDevice?sort=id&page_size=50&current=1',
    'sparePart?page_size=50&current=1',
  ]
  const place = async (engine: 'sqlite' | 'postgres', holding: 'empty' | 'schema' = 'empty') => {
    const made = await testPlace(engine, holding)
    places.push(made)
    return made.settings
  }
  /** Opens a platform over the folder, or over a PostgreSQL and the folder, and runs `work` with calls made as root. */
  const within = async <T>(databaseUrl: string | null, work: (platform: Platform, ask: Ask) => Promise<T>) => {
    const settings = readSettings({ DEMO: 'off', CAPTCHA: 'off', LOG_LEVEL: 'silent', PORT: '0' }, null)
    const platform = await openPlatform({ ...settings, dataDir, databaseUrl, entitiesDir: 'examples' }, silentLog)
    const app = await build(platform)
    const signIn = async (): Promise<string> => {
      const payload = { username: 'root', password: md5Of('root123'), captcha: 'any' }
      const answer = await app.inject({ method: 'POST', url: '/v1/godbSystemuserlogin', payload })
      return answer.json<{ data: { token: string } }>().data.token
    }
    let token: string | null = null
    const ask: Ask = async (path, body) => {
      const headers = { authorization: `Bearer ${(token ??= await signIn())}`, 'accept-language': 'en' }
      const url = `/v1/${path}`
      const answer = await app.inject(
        body === undefined ? { method: 'GET', url, headers } : { method: 'POST', url, headers, payload: body },
      )
      return answer.json<{ code: number; data: unknown }>()
    }
    try {
      return await work(platform, ask)
    } finally {
      await app.close()
      await platform.close()
    }
  }
  const answers = async (ask: Ask): Promise<unknown[]> => {
    const said: unknown[] = []
    for (const path of asked) said.push(await ask(path))
    return said
  }

  /** All rows of all tables; rows and columns in a normalised order. */
  const contents = async (databaseUrl: string | null): Promise<Map<string, string[]>> => {
    const storage = await openStorage({ dataDir, databaseUrl }, silentLog)
    try {
      const found = new Map<string, string[]>()
      const { tables } = await readCatalogue(storage.readAny, storage.engine)
      for (const table of [...tables.keys()].filter((name) => !OWN.test(name)).toSorted()) {
        const { rows } = await sql<object>`select * from ${sql.id(table)}`.execute(storage.readAny)
        found.set(
          table,
          rows.map((row) => JSON.stringify(Object.entries(row).toSorted(([a], [b]) => (a < b ? -1 : 1)))).toSorted(),
        )
      }
      return found
    } finally {
      await storage.close()
    }
  }

  interface Run {
    cutAt?: RegExp
    folder?: string
    lines?: string[]
  }
  /** Runs the move and returns its lines; the run is aborted at the first line that matches `cutAt`. */
  const move = async (to: string, { cutAt, folder = dataDir, lines = [] }: Run = {}) => {
    const say = (line: string): void => {
      lines.push(line)
      if (cutAt?.test(line)) throw new Error('cut')
    }
    await moveCommand(['--to', to], { dataDir: folder }, say, { most: 5, step: 5 })
    return lines
  }

  /** Writes into a PostgreSQL behind the platform's back. */
  const meddle = async (databaseUrl: string, statement: string): Promise<void> => {
    const pool = await openPool(databaseUrl, silentLog)
    await pool.query(statement)
    await pool.end()
  }

  const fill = async ({ storage, registry, ingest, alarms }: Platform): Promise<void> => {
    await fillWorld(storage)
    const rule = {
      ...ABOVE_100,
      enable_back: 0,
      enable_ganged: 0,
      alarm_interval: 0,
      alert_level: 2,
      enable: 1,
      alarm_msg: '超标 {value}',
      ...stamp,
    }
    await storage.writeAny(async (trx) => {
      const password = await testHash('root123')
      await trx
        .updateTable('systemuser')
        .set({ password, changepassword: 0, disabled: 0 })
        .where('id', '=', users.super)
        .execute()
      await trx.insertInto('threshold').values(rule).execute()
      await trx
        .insertInto('spare_part')
        .values({ name: '泵', part_no: 'P1', project_id: 1, ...stamp })
        .execute()
      // The last project is deleted, so its id is not in use any more.
      await trx
        .insertInto('project')
        .values({ name: 'gone', ...stamp })
        .execute()
      await trx.deleteFrom('project').where('name', '=', 'gone').execute()
      // Columns of an older version that no definition names.
      await sql`alter table device add column old_note text`.execute(trx)
      await sql`alter table device add column old_figure double precision`.execute(trx)
      const old = { old_note: 'it\'s \\ "old"', old_figure: 0.1 }
      await trx.updateTable('device').set(old).where('id', '=', ids.air).execute()
    })
    for (const table of ['district', 'nodemap', 'device', 'threshold']) await registry.changed(table, null)
    // Two months, and numbers that are not round.
    const times = Array.from({ length: 40 }, (_, i) => now - 45 * DAY + i * DAY)
    await storage.storeSamples({
      device_id: times.map(() => ids.air),
      nodemap_id: times.map((_, i) => (i % 2 === 0 ? ids.pm : ids.temperature)),
      ts: times,
      value: times.map((_, i) => (i - 9) * 0.1 * 10 ** (i % 7) + 1e-9),
      save: times.map(() => 1),
    })
    const push = (t: number, value: number) =>
      ingest.push([{ sn: SN, t, values: { 1: value } }], { kind: 'device', id: ids.air })
    const t = now - 60_000
    // An alarm that ends, one that stays open, a second value for a moment that has one, and an invalid value.
    for (const [i, value] of [150, 90, 170].entries()) await push(t + i * 1000, value)
    await push(t, 12)
    await push(t + 5000, -999)
    await alarms.settled()
    await rollUp(storage, { before: now - HOUR })
  }

  beforeAll(async () => {
    ;({ dataDir } = await place('sqlite', 'schema'))
    target = (await place('postgres')).databaseUrl ?? ''
    await within(null, async (platform, ask) => {
      await fill(platform)
      before = await answers(ask)
    })
  })
  afterAll(async () => {
    extendResources([])
    for (const made of places) await made.remove()
  })

  it('rejects wrong arguments, a missing source, an unreachable or filled target and a folder in use', async () => {
    for (const words of [[], ['--to', 'here'], ['--to', 'mysql://localhost/console'], ['--from', target]])
      await expect(moveCommand(words, { dataDir }, () => {})).rejects.toThrow(/^npm run move -- --to postgres:/)
    const empty = await place('sqlite')
    await expect(move(target, { folder: empty.dataDir })).rejects.toThrow(/^DATA_DIR: there is no .*platform\.db/)
    await expect(move('postgres://127.0.0.1:1/none')).rejects.toThrow(/^--to: no PostgreSQL answers at 127\.0\.0\.1:1/)
    const other = await place('postgres', 'schema')
    // Without a template to copy, the first code to open the database creates the tables.
    await (await openStorage(other, silentLog)).close()
    await expect(move(other.databaseUrl ?? '')).rejects.toThrow(/^--to: this database holds a platform already/)
    const storage = await openStorage({ dataDir, databaseUrl: null }, silentLog)
    await expect(move(target)).rejects.toThrow(/^Another process is using the data folder/)
    await storage.close()
  })

  it('resumes after an interruption, copies all rows, detects differences and leaves SQLite unchanged', async () => {
    const there = await contents(null)
    await expect(move(target, { cutAt: /^history: \d+ of/ })).rejects.toThrow('cut')
    const unfinished = /records are being moved into this database, and the move/
    await expect(within(target, async () => {})).rejects.toThrow(unfinished)
    const words = ['move', '--from', 'here', '--to', 'clickhouse://127.0.0.1:1/none']
    const settings = { databaseUrl: target, retentionDays: 365 }
    await expect(historyCommand(words, settings, () => {})).rejects.toThrow(unfinished)
    // Rows that were compared as they were written are compared once more at the end.
    await meddle(target, 'update device set old_figure = 0.2 where old_figure = 0.1')
    const lines: string[] = []
    await expect(move(target, { lines })).rejects.toThrow(
      /^What was copied of device is not the same: (\d+) rows in SQLite, \1 in PostgreSQL that differ\./,
    )
    await meddle(target, 'update device set old_figure = 0.1 where old_figure = 0.2')
    await move(target, { lines })
    expect(lines[0]).toMatch(/^From .*platform\.db to PostgreSQL at .*, where the move ended\.$/)
    expect(lines.filter((line) => /^(?:device|history): /.test(line)).at(-1)).toMatch(/^history: \d+ rows$/)
    expect(lines.filter((line) => line.startsWith('device: '))).toEqual([])
    expect(lines.at(-1)).toMatch(/^[\d,]+ rows of \d+ tables lie in PostgreSQL at .* as DATABASE_URL, .* same DATA_DIR/)

    const moved = await contents(target)
    const filled = 'alarmname entityfile history historymark historyrevision lastvalue nodemap rollup'
    for (const table of [...filled.split(' '), 'session', 'spare_part', 'systemuser', 'thresholdlog'])
      expect(moved.get(table)?.length, table).toBeGreaterThan(0)
    expect(Object.fromEntries(moved)).toEqual(Object.fromEntries(there))
    expect(await contents(null)).toEqual(there)
    await expect(move(target)).rejects.toThrow('holds a platform already')
  })

  it('names a row that PostgreSQL rejects, and refuses to resume when the source has changed', async () => {
    const other = (await place('postgres')).databaseUrl ?? ''
    const work = async (statement: string): Promise<void> => {
      const storage = await openStorage({ dataDir, databaseUrl: null }, silentLog)
      await storage.writeAny((trx) => sql.raw(statement).execute(trx))
      await storage.close()
    }
    await work(`insert into tally (key, count, until) values ('a', 1, 0), ('b', 'many', 0), ('c', 1, 0)`)
    await expect(move(other)).rejects.toThrow(/^PostgreSQL does not take the row of tally with key b: .*"many"/)
    await work(`delete from tally where until = 0`)
    await expect(move(other)).rejects.toThrow(
      /^--to: a move into this database was begun, but not from .* as it is now/,
    )
  })

  it('results in a working platform with its accounts, history and alarms, and continues the ids', async () => {
    await rm(join(dataDir, DATABASE_FILE))
    await within(target, async (platform, ask) => {
      expect(await answers(ask)).toEqual(before)
      const { id } = await platform.storage.writeAny((trx) =>
        trx
          .insertInto('project')
          .values({ name: 'new', ...stamp })
          .returning('id')
          .executeTakeFirstOrThrow(),
      )
      expect(id).toBe(4)
      await platform.ingest.push([{ sn: SN, t: now - 1000, values: { 1: 20 } }], { kind: 'device', id: ids.air })
      await platform.alarms.settled()
      const alarms = await platform.storage.read.selectFrom('thresholdlog').select(['is_alarm']).execute()
      expect(alarms).toEqual([{ is_alarm: 0 }, { is_alarm: 0 }])
    })
  })
})
