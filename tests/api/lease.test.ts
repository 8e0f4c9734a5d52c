import { spawn } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { createInterface } from 'node:readline'
import { sql } from 'kysely'
import pg from 'pg'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import { silentLog } from '../../server/log.ts'
import { fenceWrites } from '../../server/schedule/fenced.ts'
import { openStorage } from '../../server/storage/index.ts'
import { LeaseLost, type Leadership, type Storage } from '../../server/storage/types.ts'
import { buildChild } from '../support/children.ts'
import { upTo } from '../support/slowness.ts'
import { engines, openTestStorage, testPlace, type TestPlace } from '../support/storage.ts'

const soon = { timeout: upTo(20_000), interval: 20 }
const put = (storage: Storage, name: string) =>
  storage.write((trx) => trx.insertInto('setting').values({ name, value: '' }).execute())
const names = async ({ read }: Storage): Promise<string[]> =>
  (await read.selectFrom('setting').select('name').where('name', 'like', 'late.%').orderBy('name').execute()).map(
    ({ name }) => name,
  )
const leaseOf = ({ read }: Storage, name: string) =>
  read.selectFrom('lease').selectAll().where('name', '=', name).executeTakeFirstOrThrow()

describe.runIf(engines.includes('postgres'))('leader lease', () => {
  let place: TestPlace
  /** Storages of two processes. Each test uses a lease of its own. */
  let one: Storage
  let other: Storage
  let leaderships: Leadership[]
  let name: string
  beforeAll(async () => {
    place = await testPlace('postgres', 'schema')
    one = await openStorage(place.settings, silentLog)
    other = await openStorage(place.settings, silentLog)
  })
  beforeEach(() => {
    leaderships = []
    name = randomUUID()
  })
  afterEach(async () => {
    for (const leadership of leaderships) await leadership.close()
    await one.write((trx) => trx.deleteFrom('setting').where('name', 'like', 'late.%').execute())
  })
  afterAll(async () => {
    await one.close()
    await other.close()
    await place.remove()
  })
  const stand = (storage: Storage, moved?: (here: boolean) => void): Leadership => {
    const leadership = storage.lead(name, silentLog, moved)
    leaderships.push(leadership)
    return leadership
  }
  const leads = (leadership: Leadership): Promise<void> =>
    vi.waitFor(() => expect(leadership.isLeader()).toBe(true), soon)

  it('increments its token for each new holder and is renewed by the database clock', async () => {
    const moves: boolean[] = []
    const first = stand(one, (here) => moves.push(here))
    await leads(first)
    const { token, until, holder } = await leaseOf(one, name)
    expect(first.fence()?.token).toBe(token)
    expect(holder).toContain(String(process.pid))
    // A process with a wrong clock still renews the lease.
    const clock = vi.spyOn(Date, 'now').mockReturnValue(0)
    await vi.waitFor(async () => expect((await leaseOf(one, name)).until).toBeGreaterThan(until), soon)
    clock.mockRestore()

    const second = stand(other)
    await first.close()
    await leads(second)
    expect((await leaseOf(one, name)).token).toBe(token + 1)
    expect(moves).toEqual([true, false])
  })

  it('keeps the write marks of its previous holder at first and deletes them after a delay', async () => {
    const first = stand(one)
    await leads(first)
    await put(fenceWrites(one, first.fence()), 'late.1')
    await first.close()
    const second = stand(other)
    await leads(second)
    await put(fenceWrites(other, second.fence()), 'late.2')
    const marks = async (): Promise<string[]> => {
      const rows = await one.read.selectFrom('lease').select('name').where('name', 'like', `${name} write %`).execute()
      return rows.map((row) => row.name).toSorted()
    }
    const [before, now] = [first, second].map((each) => `${name} write ${each.fence()?.token} 0`)
    expect(await marks()).toEqual([before, now])
    const clock = performance.now.bind(performance)
    vi.spyOn(performance, 'now').mockImplementation(() => clock() + 660_000)
    try {
      await vi.waitFor(async () => expect(await marks()).toEqual([now]), soon)
    } finally {
      vi.restoreAllMocks()
    }
  })

  it('keeps the next holder’s write marks when a superseded holder cleans up late', async () => {
    const leadership = stand(one)
    await leads(leadership)
    const { token } = await leaseOf(one, name)
    const theirs = `${name} write ${token + 1} 0`
    /** Takes the lease as another process would, between the check that this one still leads and its next step. */
    const takeOver = async (): Promise<void> => {
      await one.write((trx) =>
        sql`update lease set token = token + 1, holder = 'another', until = until + 600000 where name = ${name}`.execute(
          trx,
        ),
      )
      const mark = { name: theirs, holder: 'a mark', token: 0, until: 0 }
      await one.write((trx) => trx.insertInto('lease').values(mark).execute())
    }
    let isTidied = false
    const ask = pg.Client.prototype.query
    function query(this: pg.Client, ...given: unknown[]): unknown {
      const passOn = (): unknown => Reflect.apply(ask, this, given)
      if (!String(given[0]).startsWith('delete from lease')) return passOn()
      return takeOver()
        .then(passOn)
        .finally(() => (isTidied = true))
    }
    const clock = performance.now.bind(performance)
    try {
      vi.spyOn(pg.Client.prototype, 'query').mockImplementation(query as never)
      vi.spyOn(performance, 'now').mockImplementation(() => clock() + 660_000)
      await vi.waitFor(() => expect(isTidied).toBe(true), soon)
    } finally {
      vi.restoreAllMocks()
    }
    const marks = one.read.selectFrom('lease').select('name').where('name', 'like', `${name} write %`)
    expect(await marks.execute()).toEqual([{ name: theirs }])
  })

  it('rejects late writes of a superseded holder with LeaseLost and accepts writes under its new token', async () => {
    const moves: boolean[] = []
    const leadership = stand(one, (here) => moves.push(here))
    await leads(leadership)
    const lead = fenceWrites(one, leadership.fence())
    await put(lead, 'late.1')
    // Takes the lease as another process would.
    await one.write((trx) =>
      sql`update lease set token = token + 1, holder = 'another', until = (extract(epoch from clock_timestamp()) * 1000)::bigint + 600000 where name = ${name}`.execute(
        trx,
      ),
    )
    await expect(put(lead, 'late.2')).rejects.toThrow(LeaseLost)
    await expect(
      lead.writeAny((trx) => trx.insertInto('setting').values({ name: 'late.3', value: '' }).execute()),
    ).rejects.toThrow(LeaseLost)
    await expect(lead.dropHistory(0)).rejects.toThrow(LeaseLost)
    await vi.waitFor(() => expect(leadership.isLeader()).toBe(false), soon)
    await one.write((trx) => trx.updateTable('lease').set({ until: 0 }).where('name', '=', name).execute())
    await leads(leadership)
    // A write begun under the earlier token stays refused.
    await expect(put(lead, 'late.4')).rejects.toThrow(LeaseLost)
    await put(fenceWrites(one, leadership.fence()), 'late.5')
    expect(await names(one)).toEqual(['late.1', 'late.5'])
    expect(moves).toEqual([true, false, true])
  })

  it('is renewed during a holder’s transaction and taken over only after that transaction ends', async () => {
    const first = stand(one)
    await leads(first)
    const second = stand(other)
    let goOn = (): void => {}
    const going = new Promise<void>((resolve) => (goOn = resolve))
    const lead = fenceWrites(one, first.fence())
    const { until } = await leaseOf(one, name)
    const written = lead.write(async (trx) => {
      await trx.insertInto('setting').values({ name: 'late.1', value: '' }).execute()
      await going
    })
    await vi.waitFor(async () => expect((await leaseOf(one, name)).until).toBeGreaterThan(until), soon)
    await first.close()
    // The second candidate waits for the transaction.
    await vi.waitFor(async () => {
      const { rows } =
        await sql`select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'
        and application_name = ${`environment-console ${name}`.slice(0, 63)}`.execute(one.read)
      expect(rows).toHaveLength(1)
    }, soon)
    expect(second.isLeader()).toBe(false)
    goOn()
    await written
    await leads(second)
    expect(await names(other)).toEqual(['late.1'])
  })

  it('passes to another process when its holder is suspended, and rejects later writes of that holder', {
    timeout: upTo(90_000),
  }, async () => {
    const { script, remove } = await buildChild('tests/support/leaseChild.ts')
    const environment = {
      ...process.env,
      DATA_DIR: place.settings.dataDir,
      DATABASE_URL: place.settings.databaseUrl ?? '',
      LEASE: name,
    }
    const child = spawn(process.execPath, [script], { env: environment, stdio: ['pipe', 'pipe', 'inherit'] })
    try {
      const lines = createInterface(child.stdout)
      await once(lines, 'line')
      const { token } = await leaseOf(one, name)
      child.kill('SIGSTOP')
      // The process is stopped inside a transaction that locks the lease's row: the database ends that transaction.
      const next = stand(one)
      await leads(next)
      expect((await leaseOf(one, name)).token).toBe(token + 1)
      child.kill('SIGCONT')
      child.stdin.write('\n')
      const [said] = (await once(lines, 'line')) as [string]
      const told = JSON.parse(said) as { first: string; second: string; leads: boolean }
      expect(told.first).not.toBe('committed')
      expect(told).toMatchObject({ second: 'LeaseLost', leads: false })
      expect(await names(one)).toEqual([])
      await put(fenceWrites(one, next.fence()), 'late.9')
    } finally {
      child.kill('SIGKILL')
      await remove()
    }
  })
})

it('lease on SQLite leads at once and passes writes through without a fence', async () => {
  const { storage, dispose } = await openTestStorage('sqlite')
  const leadership = storage.lead('any', silentLog)
  expect(leadership.isLeader()).toBe(true)
  expect(fenceWrites(storage, leadership.fence())).toBe(storage)
  await leadership.close()
  await dispose()
})
