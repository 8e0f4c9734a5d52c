import { randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { connect, createServer, type AddressInfo, type Server, type Socket } from 'node:net'
import { sql } from 'kysely'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import { silentLog } from '../../server/log.ts'
import { fenceWrites } from '../../server/schedule/fenced.ts'
import { openStorage } from '../../server/storage/index.ts'
import { openPool } from '../../server/storage/postgres/pool.ts'
import type { Leadership, Storage } from '../../server/storage/types.ts'
import { isUnavailable } from '../../server/storage/unavailable.ts'
import { upTo } from '../support/slowness.ts'
import { engines, testPlace, type TestPlace } from '../support/storage.ts'

const soon = { timeout: upTo(20_000), interval: 20 }

/** One proxied connection: `near` is the platform's side, `far` the database's side. */
interface Ends {
  near: Socket
  far: Socket
}

/** A proxy to the database that can lose data. */
interface Way {
  url: string
  ends: Set<Ends>
  /** Handles the next commit instead of passing it on. */
  atCommit: ((ends: Ends, commit: Buffer) => void) | null
  server: Server
}

async function openWay(databaseUrl: string): Promise<Way> {
  const url = new URL(databaseUrl)
  const target = { host: url.hostname, port: Number(url.port || 5432) }
  const ends: Way['ends'] = new Set()
  const server = createServer((near) => {
    const pair: Ends = { near, far: connect(target) }
    ends.add(pair)
    const { far } = pair
    near.on('data', (bytes) => {
      const { atCommit } = way
      if (atCommit === null || !bytes.includes('commit')) return void far.write(bytes)
      way.atCommit = null
      atCommit(pair, bytes)
    })
    far.on('data', (bytes) => near.write(bytes))
    near.on('error', () => {}).on('end', () => far.end())
    far.on('error', () => {}).on('end', () => near.end())
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  url.hostname = '127.0.0.1'
  url.port = String((server.address() as AddressInfo).port)
  const way: Way = { url: url.href, ends, atCommit: null, server }
  return way
}

describe.runIf(engines.includes('postgres'))('PostgreSQL connection loss', () => {
  let place: TestPlace
  let way: Way
  beforeAll(async () => {
    place = await testPlace('postgres', 'schema')
  })
  beforeEach(async () => {
    way = await openWay(place.settings.databaseUrl ?? '')
  })
  afterEach(() => {
    for (const { near, far } of way.ends) for (const end of [near, far]) end.destroy()
    way.server.close()
  })
  afterAll(() => place.remove())

  describe('fenced write', () => {
    let direct: Storage
    let distant: Storage
    let leadership: Leadership
    let name: string
    let runs: number
    beforeAll(async () => {
      direct = await openStorage(place.settings, silentLog)
    })
    beforeEach(async () => {
      distant = await openStorage({ ...place.settings, databaseUrl: way.url }, silentLog)
      name = randomUUID()
      leadership = direct.lead(name, silentLog)
      await vi.waitUntil(() => leadership.isLeader(), soon)
      runs = 0
    })
    afterEach(async () => {
      await leadership.close()
      await distant.close()
      await direct.write((trx) => trx.deleteFrom('setting').where('name', 'like', 'late.%').execute())
    })
    afterAll(() => direct.close())
    const write = (): Promise<string> =>
      fenceWrites(distant, leadership.fence()).write(async (trx) => {
        runs++
        await trx.insertInto('setting').values({ name: 'late.1', value: '' }).execute()
        return 'written'
      })
    const stands = async (): Promise<boolean> =>
      (await direct.read.selectFrom('setting').select('name').where('name', '=', 'late.1').execute()).length === 1

    it('returns its result and runs once when the reply to its commit is lost', async () => {
      way.atCommit = ({ near, far }, commit) => {
        far.removeAllListeners('data').once('data', () => near.destroy())
        far.write(commit)
      }
      expect(await write()).toBe('written')
      expect({ runs, stands: await stands() }).toEqual({ runs: 1, stands: true })
    })

    it('returns its result when the commit’s reply is lost and another leader has written since', async () => {
      let lose = (): void => {}
      const committed = new Promise<void>((resolve) => {
        way.atCommit = ({ near, far }, commit) => {
          lose = () => void near.destroy()
          far.removeAllListeners('data').once('data', () => resolve())
          far.write(commit)
        }
      })
      const written = write()
      await committed
      await leadership.close()
      const next = direct.lead(name, silentLog)
      try {
        await vi.waitUntil(() => next.isLeader(), soon)
        await fenceWrites(direct, next.fence()).write((trx) =>
          trx.insertInto('setting').values({ name: 'late.2', value: '' }).execute(),
        )
        lose()
        expect(await written).toBe('written')
        expect({ runs, stands: await stands() }).toEqual({ runs: 1, stands: true })
      } finally {
        lose()
        await next.close()
      }
    })

    it('waits for a commit that is still in progress when the connection is lost', async () => {
      let goOn = (): void => {}
      way.atCommit = ({ near, far }, commit) => {
        near.destroy()
        goOn = () => void far.write(commit)
      }
      const written = write()
      const waiting = sql`
        select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`
      await vi.waitFor(async () => expect((await waiting.execute(direct.read)).rows).toHaveLength(1), soon)
      goOn()
      expect(await written).toBe('written')
      expect({ runs, stands: await stands() }).toEqual({ runs: 1, stands: true })
    })

    it('fails as unavailable if it was not committed, and succeeds when retried', async () => {
      way.atCommit = ({ near, far }) => {
        near.destroy()
        far.destroy()
      }
      const failure: unknown = await write().catch((error: unknown) => error)
      expect(isUnavailable(failure)).toBe(true)
      expect(await stands()).toBe(false)
      expect(await write()).toBe('written')
      expect({ runs, stands: await stands() }).toEqual({ runs: 2, stands: true })
    })
  })

  it('fails a query when the host is silent, but not while a long statement runs', async () => {
    const silence = upTo(300)
    const pool = await openPool(way.url, silentLog, 'environment-console silence', silence)
    const client = await pool.connect()
    await client.query('select pg_sleep($1)', [(3 * silence) / 1000])
    // The database stops answering without closing the connection.
    for (const { far } of way.ends) far.destroy()
    const failure: unknown = await client.query('select 1').catch((error: unknown) => error)
    expect(isUnavailable(failure)).toBe(true)
    client.release()
    expect((await pool.query('select 1 as one')).rows).toEqual([{ one: 1 }])
    await pool.end()
  })
})
