import { describe, expect, it, vi } from 'vitest'
import type { LiveDevice, LiveNode, Registry } from '../../server/platform.ts'
import { readSettings } from '../../server/settings.ts'
import { HistoryAway, isRefused } from '../../server/storage/unavailable.ts'
import type { Sample } from '../../server/telemetry/batches.ts'
import { deliveriesIn, divideByPartition, partitionOf, readingsOf } from '../../server/telemetry/log/delivery.ts'
import { ageOf } from '../../server/telemetry/log/stream.ts'

const node = { id: 11, calibrations: [] } as unknown as LiveNode
const deviceOf = (id: number) => ({ id, nodes: new Map([[11, node]]) }) as unknown as LiveDevice
const registryOf = (devices: readonly LiveDevice[], changed = vi.fn()) =>
  ({ device: (id: number) => devices.find((device) => device.id === id), changed }) as unknown as Registry
const sample = (device: LiveDevice, ts: number, value: number): Sample => ({ device, node, ts, value, save: 0 })
const origin = { source: 'device', source_id: 1, received_at: 1000 }
const read = { origin, tellsOfClocks: true, shared: true }

describe('partitions of the telemetry log', () => {
  it.each([1, 3, 16, 64])('have about the same number of devices each, with %d partitions', (partitions) => {
    const counts = Array.from({ length: partitions }, () => 0)
    for (let id = 1; id <= 1000 * partitions; id++) {
      const partition = partitionOf(id, partitions)
      counts[partition] = (counts[partition] ?? 0) + 1
    }
    expect(Math.min(...counts)).toBeGreaterThan(990)
    expect(Math.max(...counts)).toBeLessThan(1010)
  })

  it('receive the samples of their devices in order, in messages of limited size', () => {
    const devices = [1, 2, 3, 4, 5].map(deviceOf)
    const samples = [1, 2, 3].flatMap((ts) => devices.map((device) => sample(device, ts, ts)))
    const parts = divideByPartition({ ...read, samples, marked: [] }, 2, 4)
    expect(parts.map(({ values }) => values).every((values) => values <= 4)).toBe(true)
    expect(parts.reduce((sum, { values }) => sum + values, 0)).toBe(15)
    const times = new Map<number, number[]>()
    for (const { partition, delivery } of parts)
      for (const [id = 0, after = 0] of delivery.samples.items) {
        expect(partitionOf(id, 2)).toBe(partition)
        times.set(id, [...(times.get(id) ?? []), delivery.samples.from + after])
      }
    expect([...times.values()]).toEqual(devices.map(() => [1, 2, 3]))
  })
})

describe('ageOf (oldest waiting message)', () => {
  const first_ts = '2026-11-29T12:00:00.250123456Z'
  const now = Date.parse('2026-11-29T12:00:07Z')
  it('uses the NATS clock if given, and is 0 if no message waits', () => {
    expect(ageOf({ state: { messages: 3, first_ts }, ts: '2026-11-29T12:01:00.250Z' }, now)).toBe(60_000)
    expect(ageOf({ state: { messages: 3, first_ts } }, now)).toBe(6750)
    expect(ageOf({ state: { messages: 3, first_ts } }, now - 60_000)).toBe(0)
    expect(ageOf({ state: { messages: 0, first_ts: '0001-01-01T00:00:00Z' } }, now)).toBe(0)
  })
})

describe('telemetry log message', () => {
  const device = deviceOf(1)
  const reading = {
    ...read,
    samples: [sample(device, 100, 1.5), { ...sample(device, 101, -2), mark: 'D' as const }],
    marked: [sample(device, 102, 9999)],
  }
  const travelled = () => {
    const [part] = divideByPartition(reading, 1)
    const [delivery] = deliveriesIn(JSON.stringify([part?.delivery])) ?? []
    if (!delivery) throw new Error('it was not read')
    return delivery
  }

  it('restores the readings', async () => {
    expect(await readingsOf([travelled()], registryOf([device]), new Map())).toEqual([{ ...reading, shared: false }])
  })

  it('reloads the records of an unknown device, and drops its samples if it no longer exists', async () => {
    const known: LiveDevice[] = []
    const changed = vi.fn(async () => void known.push(device))
    expect((await readingsOf([travelled()], registryOf(known, changed), new Map()))[0]?.samples).toHaveLength(2)
    expect(changed.mock.calls).toEqual([['device', [1]]])
    expect(await readingsOf([travelled()], registryOf([]), new Map())).toMatchObject([{ samples: [], marked: [] }])
  })

  it('reloads records once for many messages of a deleted node, and again after a failure', async () => {
    const looked = new Map<string, number>()
    const gone = { id: 1, nodes: new Map() } as unknown as LiveDevice
    const changed = vi.fn(async () => {}).mockRejectedValueOnce(new Error('the database is away'))
    const registry = registryOf([gone], changed)
    await expect(readingsOf([travelled()], registry, looked)).rejects.toThrow('away')
    await readingsOf([travelled(), travelled()], registry, looked)
    await readingsOf([travelled()], registry, looked)
    expect(changed.mock.calls).toEqual([
      ['nodemap', null],
      ['nodemap', null],
    ])
  })

  it.each([
    'none',
    '{}',
    '[1]',
    '[{"origin":{"source":"device"},"tellsOfClocks":true,"samples":{"from":1,"items":[]}}]',
    '[{"origin":{"source":"device","received_at":1},"tellsOfClocks":true,"samples":{"from":1,"items":[["1"]]}}]',
    // Numbers that the database cannot be queried with, and a time that no month holds.
    '[{"origin":{"source":"device","source_id":1,"received_at":1},"tellsOfClocks":true,"samples":{"from":1,"items":[[1.5,0,11,1]]}}]',
    '[{"origin":{"source":"device","source_id":"1","received_at":1},"tellsOfClocks":true,"samples":{"from":1,"items":[[1,0,11,1]]}}]',
    '[{"origin":{"source":"device","source_id":1,"received_at":1},"tellsOfClocks":true,"samples":{"from":8640000000000000,"items":[[1,1,11,1]]}}]',
  ])('is null for invalid text: %s', (text) => expect(deliveriesIn(text)).toBeNull())
})

describe('isRefused (permanent database errors)', () => {
  const coded = (code: string) => Object.assign(new Error('x'), { code })
  const away = (code: string) => new HistoryAway('somewhere', { cause: coded(code) })
  it('returns true for values that a database always rejects', () => {
    const refused = [coded('22003'), coded('23502'), coded('21000'), coded('27'), away('321')]
    expect(refused.map(isRefused)).not.toContain(false)
  })
  it('returns false for temporary errors: dropped month, server away, lock, memory, too many parts', () => {
    const passing = ['23514', '57P01', '25P03', '40P01', '60'].map(coded)
    expect([...passing, away('241'), away('252'), new TypeError('x')].map(isRefused)).not.toContain(true)
  })
})

describe('TELEMETRY_LOG', () => {
  const settings = { DATABASE_URL: 'postgres://somewhere/console', BUS_URL: 'nats://one' }
  it('is off or jetstream, which requires BUS_URL', () => {
    expect(readSettings(settings, null).telemetryLog).toBeNull()
    expect(readSettings({ ...settings, TELEMETRY_LOG: 'jetstream' }, null).telemetryLog).toEqual({ partitions: 16 })
    expect(() => readSettings({ TELEMETRY_LOG: 'jetstream' }, null)).toThrow(/^TELEMETRY_LOG is "jetstream"/)
    expect(() => readSettings({ ...settings, TELEMETRY_LOG: 'kafka' }, null)).toThrow(/it takes off, jetstream/)
  })
})
