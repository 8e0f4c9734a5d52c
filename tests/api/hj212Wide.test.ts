import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, afterEach, describe, expect, it, vi } from 'vitest'
import { build } from '../../server/app.ts'
import { silentLog } from '../../server/log.ts'
import { openPlatform } from '../../server/open.ts'
import { certificate } from '../support/certificate.ts'
import { upTo } from '../support/slowness.ts'
import { MN, openStationWorld, PW, type StationWorld } from '../support/stations.ts'
import { createStation } from '../../server/hj212/simulator.ts'
import { engines } from '../support/storage.ts'
import { ids } from '../support/world.ts'

const WAIT = { timeout: upTo(10_000), interval: 20 }

let world: StationWorld | null = null
afterEach(async () => {
  await world?.dispose()
  world = null
})

describe('HJ 212 stations over TLS', () => {
  const folder = mkdtempSync(join(tmpdir(), 'hj212-tls-'))
  const [cert, key] = [join(folder, 'cert.pem'), join(folder, 'key.pem')]
  writeFileSync(cert, certificate.cert)
  writeFileSync(key, certificate.key)
  afterAll(() => rmSync(folder, { recursive: true, force: true }))

  it('are accepted, 20 at once, and stations without TLS are not', async () => {
    world = await openStationWorld('sqlite', {}, { HJ212_TLS_CERT: cert, HJ212_TLS_KEY: key })
    const { hub, realTime } = world
    const stations = await Promise.all(
      Array.from({ length: 20 }, async () => {
        const station = createStation({ host: '127.0.0.1', port: hub.port, mn: MN, pw: PW, tls: true })
        await station.connect()
        return station
      }),
    )
    const [first] = stations
    expect(await first?.report('2011', realTime(Date.now(), 5))).toBe(true)
    for (const station of stations) station.close()
    const plain = createStation({ host: '127.0.0.1', port: hub.port, mn: MN, pw: PW })
    await plain.connect()
    expect(await plain.report('2011', realTime(Date.now(), 6), { timeout: 300 })).toBe(false)
    plain.close()
    await expect(
      openStationWorld('sqlite', {}, { HJ212_TLS_CERT: cert, HJ212_TLS_KEY: join(folder, 'none.pem') }),
    ).rejects.toThrow('HJ212_TLS_KEY')
  })
})

// Only on PostgreSQL do processes share a database.
describe.skipIf(!engines.includes('postgres'))('HJ 212 command sent through another process', () => {
  it('reaches the station’s process, and its outcome is returned by the process that received it', async () => {
    world = await openStationWorld('postgres')
    const { settings } = world.platform
    const other = await openPlatform({ ...settings, hj212: null }, silentLog)
    const app = await build(other)
    try {
      for (const table of ['district', 'nodemap', 'device']) await other.registry.changed(table, null)
      await Promise.all([world.platform.bus.ready, other.bus.ready])
      const token = await other.sessions.begin(2, null)
      const call = async <T>(method: 'GET' | 'POST', path: string, payload?: object): Promise<T> => {
        const answer = await app.inject({
          method,
          url: `/v1/${path}`,
          headers: { authorization: `Bearer ${token}` },
          ...(payload && { payload }),
        })
        return answer.json<{ data: T }>().data
      }
      const ended = (id: number) =>
        vi.waitFor(async () => {
          const commands = await call<{ id: number; outcome: string | null }[]>('GET', `hj212/${ids.air}/commands`)
          const command = commands.find((one) => one.id === id)
          expect(command?.outcome ?? null).not.toBeNull()
          return command
        }, WAIT)
      const send = async () =>
        (await call<{ id: number }>('POST', `hj212/${ids.air}/commands`, { cn: '1011', params: {} })).id
      const station = await world.station()
      expect(await station.report('2011', world.realTime(Date.now(), 1))).toBe(true)
      expect(await ended(await send())).toMatchObject({
        outcome: 'done',
        answer: { values: [['SystemTime', expect.stringMatching(/^\d{14}$/) as string]] },
      })
      station.close()
      await station.ended()
      expect(await ended(await send())).toMatchObject({ outcome: 'offline' })
    } finally {
      await app.close()
      await other.close()
    }
  })
})
