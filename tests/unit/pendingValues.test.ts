import { expect, it } from 'vitest'
import type { DeviceState } from '../../dataProvider/normalise.ts'
import { lastDataAt } from '../../src/live/deviceStatus.ts'
import { batchOf, withBatch, type NodeSamples } from '../../src/live/sparklines/samples.ts'
import { PendingValues } from '../../src/live/states/pendingValues.ts'
import { aDevice, aNode } from '../support/devices.ts'

const device = (id: number, nodes: number): DeviceState =>
  aDevice({ id, nodes: Array.from({ length: nodes }, (_, at) => aNode({ id: at, value: 0, at: 1000 })) })
const run = (id: number, ...samples: [node: number, value: number | null, at: number | null][]) =>
  batchOf(id, new Map(samples.map(([node, value, at]) => [node, { value, at }])) satisfies NodeSamples)
const shown = ({ nodes }: DeviceState) => nodes.map(({ value, at }) => [value, at])

it('PendingValues yields the same state as applying every batch at once, for 1,500 devices', () => {
  const pending = new PendingValues()
  const worked = new Map(Array.from({ length: 1500 }, (_, id) => [id, device(id, id % 9)]))
  const kept = new Map(worked)
  let random = 7
  const next = (below: number) => (random = (random * 48_271) % 2_147_483_647) % below
  for (let round = 0; round < 12_000; round++) {
    const id = next(1500)
    const values = run(
      id,
      [next(10), next(5) === 0 ? null : next(100), 1000 + next(900) + round],
      [next(10), next(100), 1000 + next(900) + round],
    )
    worked.set(id, withBatch(worked.get(id) as DeviceState, values))
    pending.keep(id, values, (known) => kept.get(known))
    const read = next(1500)
    if (round % 3 === 0) kept.set(read, pending.take(kept.get(read) as DeviceState))
    // Its slots may be another device's by the time it has new ones.
    if (round % 21 === 0) pending.forget(read)
  }
  for (const [id, one] of kept) expect(pending.lastAt(one)).toBe(lastDataAt(worked.get(id) as DeviceState))
  for (const [id, one] of kept)
    expect(shown(pending.take(one)), `device ${id}`).toEqual(shown(worked.get(id) as DeviceState))
})

it('PendingValues returns the same device object if nothing is pending', () => {
  const [pending, one] = [new PendingValues(), device(1, 2)]
  expect(pending.take(one)).toBe(one)
  pending.keep(1, run(1, [7, 5, 2000]), () => one)
  expect(pending.take(one)).toBe(one)
  pending.keep(1, run(1, [1, 5, 2000]), () => one)
  const taken = pending.take(one)
  expect(shown(taken)).toEqual([
    [0, 1000],
    [5, 2000],
  ])
  expect(pending.take(taken)).toBe(taken)
})

it('PendingValues lets a value without a timestamp replace any, and ignores older values', () => {
  const [pending, one] = [new PendingValues(), device(1, 2)]
  pending.keep(1, run(1, [0, 5, 900], [1, 6, 3000]), () => one)
  pending.keep(1, run(1, [0, null, null], [1, 7, 2000]), () => one)
  expect(shown(pending.take(one))).toEqual([
    [null, null],
    [6, 3000],
  ])
})

it('PendingValues discards pending values when a device is forgotten, and has none of a device that is unknown', () => {
  const [pending, one] = [new PendingValues(), device(1, 2)]
  pending.keep(1, run(1, [1, 5, 2000]), () => undefined)
  expect([...pending.ids()]).toEqual([])
  pending.keep(1, run(1, [0, 9, 2000]), () => one)
  pending.forget(1)
  expect([...pending.ids()]).toEqual([])
  expect(pending.take(one)).toBe(one)
  const grown = device(1, 3)
  pending.keep(1, run(1, [2, 6, 2000]), () => grown)
  expect(shown(pending.take(grown))).toEqual([
    [0, 1000],
    [0, 1000],
    [6, 2000],
  ])
})
