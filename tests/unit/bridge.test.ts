import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { acrossProcesses, batchesOf, SAMPLES } from '../../server/bus/bridge.ts'
import type { Bus } from '../../server/bus/index.ts'
import { silentLog } from '../../server/log.ts'
import type {
  CommitListener,
  Feed,
  Ingest,
  LiveDevice,
  LiveNode,
  LiveSample,
  Registry,
  Sessions,
} from '../../server/platform.ts'

const NODES = 8
const nodes = new Map(
  Array.from({ length: NODES }, (_, at): [number, LiveNode] => [
    at + 11,
    { id: at + 11, calibrations: [], last: null } as unknown as LiveNode,
  ]),
)
const devices = new Map(
  Array.from({ length: 100 }, (_, at): [number, LiveDevice] => [
    at + 1001,
    { id: at + 1001, nodes } as unknown as LiveDevice,
  ]),
)
const registry = { device: (id: number) => devices.get(id) } as Registry
const MOMENT = 1_795_264_170_521
const sampleOf = (device: number, node: number, value: number, ts = MOMENT): LiveSample => {
  const [of, at] = [devices.get(device), nodes.get(node)]
  if (!of || !at) throw new TypeError('there is no such node')
  return { device: of, node: at, value, ts }
}

describe('what processes tell each other of samples', () => {
  const published: unknown[] = []
  let commit: CommitListener = () => {}
  beforeEach(() => {
    vi.useFakeTimers()
    published.length = 0
    const bus = {
      alone: false,
      publish: (kind: string, payload: unknown) => void (kind === SAMPLES && published.push(payload)),
      on: () => {},
    } as unknown as Bus
    const ingest = { onCommitted: (listener: CommitListener) => void (commit = listener) } as unknown as Ingest
    acrossProcesses({ log: silentLog, bus, registry, sessions: {} as Sessions, feed: {} as Feed }).follow(ingest)
  })
  afterEach(() => void vi.useRealTimers())
  /** What another process makes of what was published, by way of the wire. */
  const heard = () => {
    vi.runAllTimers()
    return published.flatMap((payload) => batchesOf(JSON.parse(JSON.stringify(payload)), registry))
  }

  it('comes as it was: order, moments, inbox, doubts, and what could not be measured', () => {
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
    expect(heard()).toEqual([
      { inbox: null, samples: [...first, sampleOf(1005, 11, 7, MOMENT + 1)], marked: [] },
      { inbox: 'a row', samples: second, marked: wild },
      { inbox: null, samples: [], marked: wild },
    ])
  })

  it('takes less than twelve bytes a value where a device sends eight', () => {
    const samples = [...devices.keys()].flatMap((device, at) =>
      [...nodes.keys()].map((node) => sampleOf(device, node, 20 + ((at * 7 + node) % 100) / 10, MOMENT + at * 37)),
    )
    commit(samples, null, [])
    expect(heard()[0]?.samples).toEqual(samples)
    expect(JSON.stringify(published[0]).length / samples.length).toBeLessThan(12)
    // What it replaced: four numbers a value.
    const plain = samples.flatMap(({ device, node, ts, value }) => [device.id, node.id, ts, value])
    expect(JSON.stringify(plain).length / samples.length).toBeGreaterThan(25)
  })
})
