import { expect, it } from 'vitest'
import { HISTORY_LENGTH, SparklineStore } from '../../src/live/sparklines/sparklineStore.ts'
import { aDevice, aNode } from '../support/devices.ts'

const minute = 60_000
const start = 10_000_000
const seen = (value: number, at: number) => aDevice({ id: 1, nodes: [aNode({ id: 10, value, at })] })

it('SparklineStore fills the last hour from the platform and drops older values as new ones arrive', () => {
  const history = new SparklineStore()
  history.watch(seen(500, start + 58.5 * minute))
  const before = history.of(1, 10)
  const samples = Array.from({ length: 60 }, (_, i) => [start + i * minute, i] as const)
  history.fillHours([
    { device: 1, nodes: [{ id: 10, samples }] },
    { device: 99, nodes: [{ id: 10, samples }] },
  ])
  // A new array, so that its drawing is refreshed; the samples lie within the hour.
  expect(history.of(1, 10)).not.toBe(before)
  expect(history.of(1, 10)).toEqual(Array.from({ length: 60 }, (_, i) => i))
  expect(history.of(99, 10)).toEqual([])
  for (let second = 10; second <= 600; second += 10)
    history.record(seen(1000 + second, start + 59 * minute + second * 1000))
  const line = history.of(1, 10)
  expect([line[0], line.at(-1)]).toEqual([9, 1600])
  expect(line.length).toBeGreaterThan(55)
  expect(line.length).toBeLessThanOrEqual(HISTORY_LENGTH + 1)
})
