import { expect, it } from 'vitest'
import type { DeviceState } from '../../dataProvider/normalise.ts'
import { runOf, withRun, type NodeSamples } from '../../src/live/sparklines/samples.ts'
import { Unread } from '../../src/live/states/unread.ts'
import { aDevice, aNode } from '../support/devices.ts'

const device = (id: number, nodes: number): DeviceState =>
  aDevice({ id, nodes: Array.from({ length: nodes }, (_, at) => aNode({ id: at, value: 0, at: 1000 })) })
const run = (id: number, ...samples: [node: number, value: number | null, at: number | null][]) =>
  runOf(id, new Map(samples.map(([node, value, at]) => [node, { value, at }])) satisfies NodeSamples)
const shown = ({ nodes }: DeviceState) => nodes.map(({ value, at }) => [value, at])

it('gives what working in each run as it came would have given, for many devices and as often as it is asked', () => {
  const unread = new Unread()
  const worked = new Map(Array.from({ length: 700 }, (_, id) => [id, device(id, id % 9)]))
  const kept = new Map(worked)
  let random = 7
  const next = (below: number) => (random = (random * 48_271) % 2_147_483_647) % below
  for (let round = 0; round < 6000; round++) {
    const id = next(700)
    const values = run(
      id,
      [next(10), next(5) === 0 ? null : next(100), 1000 + next(900) + round],
      [next(10), next(100), 1000 + next(900) + round],
    )
    worked.set(id, withRun(worked.get(id) as DeviceState, values))
    unread.keep(kept.get(id) as DeviceState, values)
    const read = next(700)
    if (round % 3 === 0) kept.set(read, unread.take(kept.get(read) as DeviceState))
  }
  for (const [id, one] of kept)
    expect(shown(unread.take(one)), `device ${id}`).toEqual(shown(worked.get(id) as DeviceState))
})

it('gives the same device where nothing waits, and once more after that', () => {
  const [unread, one] = [new Unread(), device(1, 2)]
  expect(unread.take(one)).toBe(one)
  unread.keep(one, run(1, [7, 5, 2000]))
  expect(unread.take(one)).toBe(one)
  unread.keep(one, run(1, [1, 5, 2000]))
  const taken = unread.take(one)
  expect(shown(taken)).toEqual([
    [0, 1000],
    [5, 2000],
  ])
  expect(unread.take(taken)).toBe(taken)
})

it('lets a value without a time replace any, and an older one none', () => {
  const [unread, one] = [new Unread(), device(1, 2)]
  unread.keep(one, run(1, [0, 5, 900], [1, 6, 3000]))
  unread.keep(one, run(1, [0, null, null], [1, 7, 2000]))
  expect(shown(unread.take(one))).toEqual([
    [null, null],
    [6, 3000],
  ])
})

it('begins anew where a device has other nodes than it had, or went', () => {
  const unread = new Unread()
  unread.keep(device(1, 2), run(1, [1, 5, 2000]))
  const grown = device(1, 3)
  unread.keep(grown, run(1, [2, 6, 2000]))
  expect(shown(unread.take(grown))).toEqual([
    [0, 1000],
    [0, 1000],
    [6, 2000],
  ])
  unread.keep(grown, run(1, [0, 9, 2000]))
  unread.forget(1)
  expect([...unread.ids()]).toEqual([])
  expect(unread.take(grown)).toBe(grown)
})
