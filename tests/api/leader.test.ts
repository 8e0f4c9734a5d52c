import { randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest'
import { silentLog } from '../../server/log.ts'
import type { Job } from '../../server/platform/processes.ts'
import { startSchedules } from '../../server/schedule/index.ts'
import { openStorage } from '../../server/storage/index.ts'
import { LeaseLost, type Leadership, type Storage } from '../../server/storage/types.ts'
import { upTo } from '../support/slowness.ts'
import { administer, engines, openTestStorage, testPlace } from '../support/storage.ts'

const soon = { timeout: upTo(15_000), interval: 20 }

describe.each(engines)('schedules on %s', (engine) => {
  let storage: Storage
  let dispose: () => Promise<void>
  const closing: (() => Promise<void>)[] = []
  beforeAll(async () => {
    ;({ storage, dispose } = await openTestStorage(engine))
  })
  afterEach(async () => {
    for (const close of closing.splice(0).toReversed()) await close()
  })
  afterAll(() => dispose())

  it('run a job repeatedly, never twice at a time', async () => {
    let running = 0
    let most = 0
    let runs = 0
    const job: Job = {
      name: 'slow',
      everyMs: 1,
      async run() {
        most = Math.max(most, ++running)
        await storage.read.selectFrom('setting').selectAll().execute()
        running--
        runs++
      },
    }
    const schedules = startSchedules({ storage, log: silentLog }, [job])
    closing.push(() => schedules.close())
    await vi.waitFor(() => expect(runs).toBeGreaterThan(3), soon)
    expect(most).toBe(1)
  })

  it('continue when the system clock is set back', async () => {
    let runs = 0
    const schedules = startSchedules({ storage, log: silentLog }, [
      { name: 'steady', everyMs: 1, run: async () => void runs++ },
    ])
    closing.push(() => schedules.close())
    await vi.waitFor(() => expect(runs).toBeGreaterThan(0), soon)
    const yesterday = vi.spyOn(Date, 'now').mockReturnValue(Date.now() - 86_400_000)
    closing.push(async () => yesterday.mockRestore())
    const before = runs
    await vi.waitFor(() => expect(runs).toBeGreaterThan(before + 1), soon)
  })

  it('run a cleanup job only a minute after the start', async () => {
    const ran: string[] = []
    const schedules = startSchedules({ storage, log: silentLog }, [
      { name: 'sweep', everyMs: 3_600_000, run: async () => void ran.push('sweep') },
      { name: 'steady', everyMs: 1, run: async () => void ran.push('steady') },
    ])
    closing.push(() => schedules.close())
    await vi.waitFor(() => expect(ran.length).toBeGreaterThan(2), soon)
    expect(ran).not.toContain('sweep')
    const later = vi.spyOn(performance, 'now').mockReturnValue(performance.now() + 61_000)
    closing.push(async () => later.mockRestore())
    await vi.waitFor(() => expect(ran).toContain('sweep'), soon)
  })

  it('log a failed job, and run it again', async () => {
    const error = vi.fn()
    let runs = 0
    const run = async (): Promise<void> => {
      if (++runs === 1) throw new Error('once')
    }
    const schedules = startSchedules({ storage, log: { ...silentLog, error } })
    closing.push(() => schedules.close())
    schedules.add({ name: 'shaky', everyMs: 60_000, run })
    await vi.waitFor(() => expect(runs).toBe(2), soon)
    expect(error).toHaveBeenCalledWith(expect.objectContaining({ job: 'shaky' }), expect.any(String))
  })

  it('restart a job after another process has led in between', async () => {
    let token = 7
    const lead = (): Leadership => ({
      isLeader: () => true,
      fence: () => ({
        token,
        enter: () => ({ check: async () => {}, wasCommitted: async () => false, leave: () => {} }),
      }),
      close: async () => {},
    })
    const runs: { signal: AbortSignal; token: number }[] = []
    const lasting: Job = {
      name: 'lasting',
      everyMs: 0,
      async run(signal) {
        runs.push({ signal, token })
        await once(signal, 'abort')
      },
    }
    const schedules = startSchedules({ storage: { ...storage, lead }, log: silentLog }, [lasting])
    closing.push(() => schedules.close())
    await vi.waitFor(() => expect(runs).toHaveLength(1), soon)
    token = 9
    await vi.waitFor(() => expect(runs).toHaveLength(2), soon)
    expect(runs.map((run) => [run.token, run.signal.aborted])).toEqual([
      [7, true],
      [9, false],
    ])
  })

  it('end a job without an error in the log when its lease is lost', async () => {
    const error = vi.fn()
    let runs = 0
    const job: Job = { name: 'late', everyMs: 60_000, run: () => (runs++, Promise.reject(new LeaseLost('leader'))) }
    const schedules = startSchedules({ storage, log: { ...silentLog, error } }, [job])
    closing.push(() => schedules.close())
    // The job runs in whichever process leads next.
    await vi.waitFor(() => expect(runs).toBeGreaterThan(1), soon)
    expect(error).not.toHaveBeenCalled()
  })

  it('close even if a job never returns', async () => {
    let told: AbortSignal | undefined
    let started = 0
    const deaf: Job = {
      name: 'deaf',
      everyMs: 1,
      run: (signal) => ((told = signal), started++, new Promise<void>(() => {})),
    }
    const schedules = startSchedules({ storage, log: silentLog }, [deaf])
    await vi.waitFor(() => expect(started).toBe(1), soon)
    await schedules.close()
    expect(told?.aborted).toBe(true)
  })
})

describe.runIf(engines.includes('postgres'))('leadership on PostgreSQL', () => {
  it('is held by one of three candidates, and passes on when the leader closes or is disconnected', async () => {
    const place = await testPlace('postgres', 'schema')
    const storages = await Promise.all([1, 2, 3].map(() => openStorage(place.settings, silentLog)))
    const name = randomUUID()
    const candidates = storages.map((storage) => storage.lead(name, silentLog))
    const others = storages.map((storage) => storage.lead('another name', silentLog))
    const leaders = (list: readonly Leadership[]): Leadership[] => list.filter((one) => one.isLeader())
    await vi.waitFor(() => expect(leaders(candidates)).toHaveLength(1), soon)
    await vi.waitFor(() => expect(leaders(others)).toHaveLength(1), soon)

    const [first] = leaders(candidates)
    await first?.close()
    expect(first?.isLeader()).toBe(false)
    await vi.waitFor(() => expect(leaders(candidates)).toHaveLength(1), soon)

    // The sessions of all candidates end, as when a network or a server fails: one candidate leads again, and never
    // two.
    const database = new URL(place.settings.databaseUrl ?? '').pathname.slice(1)
    await administer(
      `select pg_terminate_backend(pid) from pg_stat_activity where datname = '${database}' and application_name like 'environment-console ${name}%'`,
    )
    await vi.waitFor(() => expect(leaders(candidates)).toHaveLength(0), soon)
    await vi.waitFor(() => expect(leaders(candidates)).toHaveLength(1), soon)

    for (const one of [...candidates, ...others]) await one.close()
    for (const storage of storages) await storage.close()
    await place.remove()
  })
})
