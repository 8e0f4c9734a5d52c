import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { batchOf, createBatchPublisher, toBusBatch, type BusBatch } from '../../server/bus/batches.ts'
import { areaOf, createPartCollector, divideByArea } from '../../server/bus/divide.ts'
import { GAP, openBus } from '../../server/bus/index.ts'
import { createRereading } from '../../server/bus/rereading.ts'
import { silentLog } from '../../server/log.ts'
import type { CommitListener, LiveDevice, LiveNode, LiveSample, Registry } from '../../server/platform.ts'
import type { Batch } from '../../server/platform/processes.ts'
import { readSettings } from '../../server/settings.ts'
import type { LastValue, Storage } from '../../server/storage/types.ts'
import { waitFor } from '../support/waitFor.ts'

const NODES = 8
const nodes = new Map(
  Array.from({ length: NODES }, (_, at): [number, LiveNode] => [
    at + 11,
    { id: at + 11, calibrations: [], last: null } as unknown as LiveNode,
  ]),
)
/** Devices in two areas, alternating. */
const devices = new Map(
  Array.from({ length: 100 }, (_, at): [number, LiveDevice] => [
    at + 1001,
    { id: at + 1001, project_id: 1, district_id: 7 + (at % 2), nodes } as unknown as LiveDevice,
  ]),
)
const registry = { device: (id: number) => devices.get(id) } as Registry
const MOMENT = 1_795_264_170_521
const sampleOf = (device: number, node: number, value: number, ts = MOMENT): LiveSample => {
  const [of, at] = [devices.get(device), nodes.get(node)]
  if (!of || !at) throw new TypeError('there is no such node')
  return { device: of, node: at, value, ts }
}
/** What another process reads from a message. */
const arrived = (told: BusBatch): Batch => batchOf(JSON.parse(JSON.stringify(told)) as BusBatch, registry)

describe('openBus', () => {
  /** A bus whose messages the test sends, and what its listeners were told. */
  function heardBus() {
    let [hear, gap] = [(_message: string): void => {}, (): void => {}]
    const broadcast: Storage['broadcast'] = (onMessage, onGap) => {
      ;[hear, gap] = [onMessage, onGap]
      return { ready: Promise.resolve(), send: () => {}, close: async () => {} }
    }
    const bus = openBus({ storage: { broadcast } as Storage, log: silentLog })
    const told: unknown[] = []
    bus.on('changed', (payload) => told.push(payload))
    bus.on(GAP, () => told.push(GAP))
    const send = (payload: unknown): void => hear(`other 1 ${JSON.stringify({ kind: 'changed', payload })}`)
    return { bus, told, send, gap: () => gap() }
  }

  it('keeps messages back and delivers them in order, then delivers at once', () => {
    const { bus, told, send, gap } = heardBus()
    gap()
    const release = bus.hold()
    send(1)
    gap()
    send(2)
    expect(told).toEqual([GAP])
    release()
    expect(told).toEqual([GAP, 1, GAP, 2])
    send(3)
    expect(told.at(-1)).toBe(3)
  })

  it('lets one gap stand for a flood of messages kept back', () => {
    const { bus, told, send } = heardBus()
    const release = bus.hold()
    for (let n = 0; n < 2000; n++) send(n)
    release()
    expect(told[0]).toBe(GAP)
    expect(told.length).toBeLessThan(1001)
    expect(told.at(-1)).toBe(1999)
  })
})

describe('createBatchPublisher', () => {
  let published: Batch[] = []
  let commit: CommitListener = () => {}
  let flush = (): void => {}
  beforeEach(() => {
    vi.useFakeTimers()
    published = []
    ;({ listener: commit, flush } = createBatchPublisher((batches) => published.push(...batches)))
  })
  afterEach(() => void vi.useRealTimers())
  const told = (): BusBatch[] => {
    vi.runAllTimers()
    return published.map((batch) => toBusBatch(batch))
  }

  it('publishes later batches after publishing has failed', () => {
    let down = true
    ;({ listener: commit } = createBatchPublisher((batches) => {
      if (down) throw new Error('down')
      published.push(...batches)
    }))
    commit([sampleOf(1001, 11, 1)], null, [])
    expect(() => vi.runAllTimers()).toThrow('down')
    down = false
    commit([sampleOf(1001, 11, 2)], null, [])
    expect(told()).toHaveLength(1)
  })

  it('publishes pending commits once on flush and continues afterwards', () => {
    flush()
    commit([sampleOf(1001, 11, 1)], null, [])
    commit([sampleOf(1001, 11, 2)], null, [])
    flush()
    expect(published).toEqual([{ inbox: null, samples: [sampleOf(1001, 11, 1), sampleOf(1001, 11, 2)], marked: [] }])
    flush()
    vi.runAllTimers()
    expect(published).toHaveLength(1)
    commit([sampleOf(1001, 11, 3)], null, [])
    expect(told()).toHaveLength(2)
  })

  it('keeps order, timestamps, inbox, doubt marks and marked samples when encoded and decoded', () => {
    const first = [
      sampleOf(1001, 11, 1.5),
      sampleOf(1001, 12, -2),
      sampleOf(1002, 11, 3, MOMENT - 5000),
      sampleOf(1001, 11, 4),
    ]
    const second = [sampleOf(1003, 13, 5), { ...sampleOf(1003, 14, 6), doubted: true as const }]
    const wild = [sampleOf(1004, 15, 1e9)]
    commit(first, null, [])
    commit([sampleOf(1005, 11, 7, MOMENT + 1)], null, [])
    commit(second, 'a row', wild)
    commit([], null, wild)
    expect(told().map(arrived)).toEqual([
      { inbox: null, samples: [...first, sampleOf(1005, 11, 7, MOMENT + 1)], marked: [] },
      { inbox: 'a row', samples: second, marked: wild },
      { inbox: null, samples: [], marked: wild },
    ])
  })

  it('encodes a sample in less than 12 bytes when each device sends eight', () => {
    const samples = [...devices.keys()].flatMap((device, at) =>
      [...nodes.keys()].map((node) => sampleOf(device, node, 20 + ((at * 7 + node) % 100) / 10, MOMENT + at * 37)),
    )
    commit(samples, null, [])
    const [batch] = told()
    expect(batch && arrived(batch).samples).toEqual(samples)
    expect(JSON.stringify([batch]).length / samples.length).toBeLessThan(12)
    // The plain encoding: four numbers for each value.
    const plain = samples.flatMap(({ device, node, ts, value }) => [device.id, node.id, ts, value])
    expect(JSON.stringify(plain).length / samples.length).toBeGreaterThan(25)
  })
})

describe('divideByArea and createPartCollector', () => {
  const doubted = { ...sampleOf(1002, 12, 6), doubted: true as const, past: true as const }
  const batches: Batch[] = [
    { inbox: null, samples: [sampleOf(1001, 11, 1), sampleOf(1002, 11, 2), sampleOf(1003, 11, 3)], marked: [] },
    { inbox: 'a row', samples: [sampleOf(1001, 12, 4), sampleOf(1002, 13, 5), doubted], marked: [] },
    { inbox: 'another', samples: [sampleOf(1002, 11, 7)], marked: [sampleOf(1004, 11, 1e9)] },
  ]

  it('group samples by project and area, keeping their order and doubt marks', () => {
    expect(areaOf({ project_id: 3, district_id: 0 })).toBe('3.0')
    const messages = divideByArea(batches).map(({ area, batches: told }) => ({
      area,
      batches: told.map(arrived).map(({ samples, marked }) => ({ samples, marked })),
    }))
    expect(messages).toEqual([
      {
        area: '1.7',
        batches: [
          { samples: [sampleOf(1001, 11, 1), sampleOf(1003, 11, 3)], marked: [] },
          { samples: [sampleOf(1001, 12, 4)], marked: [] },
        ],
      },
      {
        area: '1.8',
        batches: [
          { samples: [sampleOf(1002, 11, 2)], marked: [] },
          { samples: [sampleOf(1002, 13, 5), doubted], marked: [] },
          { samples: [sampleOf(1002, 11, 7)], marked: [sampleOf(1004, 11, 1e9)] },
        ],
      },
    ])
  })

  it('pass on the inbox only with the last part of its commit', () => {
    const collect = createPartCollector()
    const inboxes = divideByArea(batches).map(({ batches: told }) => told.map((each) => collect(each).inbox))
    expect(inboxes).toEqual([
      [null, null],
      [null, 'a row', 'another'],
    ])
  })

  it('split more than 10 samples into several messages without losing any', () => {
    const samples = Array.from({ length: 25 }, (_, at) => sampleOf(1001 + (at % 3) * 2, 11, at, MOMENT + at))
    const collect = createPartCollector()
    const messages = divideByArea([{ inbox: 'a row', samples, marked: [] }, ...batches], 10)
    const told = messages.flatMap((message) => message.batches.map((each) => arrived(collect(each))))
    expect(
      Math.max(...messages.map(({ batches: each }) => each.flatMap(({ samples: { items } }) => items).length)),
    ).toBe(10)
    expect(told.flatMap((each) => each.samples).filter(({ ts }) => ts !== MOMENT).length).toBe(24)
    expect(told.filter(({ inbox }) => inbox === 'a row')).toHaveLength(2)
  })

  it('discard the oldest incomplete commit after 2,000 newer ones', () => {
    const collect = createPartCollector()
    const part = (inbox: string): BusBatch => ({ inbox, of: 2, samples: { from: 0, items: [] } })
    collect(part('old'))
    for (let at = 0; at < 2000; at++) collect(part(`row ${at}`))
    expect(collect(part('row 1999')).inbox).toBe('row 1999')
    expect(collect(part('old')).inbox).toBeNull()
  })
})

describe('createRereading', () => {
  beforeEach(() => void vi.useFakeTimers())
  afterEach(() => void vi.useRealTimers())

  it('reports stored values newer than the known ones, at most once per 60 s and on request only', async () => {
    const known = { ...nodes.get(11), last: { value: 1, ts: 100 } } as unknown as LiveNode
    const [none, device] = [{ ...known, id: 12, last: null }, {} as LiveDevice]
    Object.assign(device, {
      id: 1,
      nodes: new Map([
        [11, known],
        [12, none],
      ]),
    }) // prettier-ignore
    const last = (device_id: number, nodemap_id: number, ts: number): LastValue => ({
      device_id,
      nodemap_id,
      ts,
      value: 5,
    })
    const stored = [[last(1, 11, 100), last(1, 12, 90), last(2, 11, 100)], [last(1, 11, 101)]]
    const lastValues = vi.fn(async () => stored.shift() ?? [])
    const found = vi.fn()
    const reading = createRereading({
      storage: { lastValues } as unknown as Storage,
      registry: { device: (id: number) => (id === 1 ? device : undefined) } as Registry,
      log: silentLog,
      found,
    })
    expect(reading.asked()).toBe(false)
    reading.ask()
    expect(reading.asked()).toBe(true)
    await waitFor(() => expect(reading.asked()).toBe(false))
    expect(found.mock.calls).toEqual([[[{ device, node: none, ts: 90, value: 5 }]]])
    reading.ask()
    expect(lastValues).toHaveBeenCalledTimes(1)
    await vi.advanceTimersByTimeAsync(60_000)
    expect(found.mock.calls[1]).toEqual([[{ device, node: known, ts: 101, value: 5 }]])
    expect(lastValues).toHaveBeenCalledTimes(2)
    await reading.close()
  })
})

describe('BUS_URL', () => {
  const DATABASE_URL = 'postgres://somewhere/console'
  const read = (BUS_URL: string) => readSettings({ DATABASE_URL, BUS_URL }, null).nats

  it('requires DATABASE_URL', () => {
    expect(readSettings({ DATABASE_URL }, null).nats).toBeNull()
    expect(() => readSettings({ BUS_URL: 'nats://one' }, null)).toThrow(/^BUS_URL needs DATABASE_URL/)
  })

  it('is parsed into servers, user and password', () => {
    expect(read('nats://one')).toEqual({ servers: ['one'], user: null, password: null })
    expect(read('nats://console:p%40ss@one:4222, two:4223,nats://[::1]:4224')).toEqual({
      servers: ['one:4222', 'two:4223', '[::1]:4224'],
      user: 'console',
      password: 'p@ss',
    })
  })

  it.each(['one:4222', 'http://one', 'nats://', 'nats://one,,two', 'nats://one/topic', 'nats://one:port'])(
    'is rejected as a malformed address: %s',
    (address) => expect(() => read(address)).toThrow(/^BUS_URL is not an address that starts with nats:/),
  )

  it('is rejected when it names several users', () => {
    expect(() => read('nats://a:b@one,nats://a:c@two')).toThrow(/^BUS_URL names several users/)
  })
})
