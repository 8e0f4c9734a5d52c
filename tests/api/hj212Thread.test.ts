import type { Worker } from 'node:worker_threads'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { upTo } from '../support/slowness.ts'
import { openStationWorld, type StationWorld } from '../support/stations.ts'

const WAIT = { timeout: upTo(20_000), interval: 50 }

describe('HJ 212 gateway thread', () => {
  const threads: Worker[] = []
  let world: StationWorld
  beforeAll(async () => {
    world = await openStationWorld('sqlite', { onThread: (worker) => threads.push(worker) })
  })
  afterAll(() => world.dispose())

  it('restarts on the same port with its stations when it ends', async () => {
    const before = await world.station()
    expect(await before.report('2011', world.realTime(Date.now() - 2000, 1))).toBe(true)
    await threads[0]?.terminate()
    await before.ended()
    await vi.waitFor(async () => {
      const after = await world.station()
      expect(await after.report('2011', world.realTime(Date.now(), 2), { timeout: 500 })).toBe(true)
    }, WAIT)
    expect(threads).toHaveLength(2)
    expect(await world.platform.metrics.text()).toContain('hj212_gateway_restarts_total 1')
    const [session] = world.hub.sessions.values()
    expect(session).toMatchObject({ up: true })
  })

  it('ends when the platform closes during its restart', async () => {
    const own: Worker[] = []
    const other = await openStationWorld('sqlite', { onThread: (worker) => own.push(worker) })
    await own[0]?.terminate()
    await vi.waitFor(() => expect(own).toHaveLength(2), WAIT)
    await other.dispose()
    // The id that Node reports for a thread that has ended.
    expect(own[1]?.threadId).toBe(-1)
  })
})
