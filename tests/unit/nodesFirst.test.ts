import { expect, it } from 'vitest'
import type { NodeState } from '../../dataProvider/normalise.ts'
import { alarmNodesFirst, type ShownDevice } from '../../src/live/display.ts'

const shownWith = (count: number, alarms: number[]) =>
  ({
    abnormal: alarms.length > 0,
    alarmNodes: new Set<number | null>(alarms),
    device: { nodes: Array.from({ length: count }, (_, at) => ({ id: at + 1 }) as NodeState) },
  }) as unknown as ShownDevice
const ids = (count: number, alarms: number[], room: number) =>
  alarmNodesFirst(shownWith(count, alarms), room).map(({ id }) => id)

it('a node in alarm is among the first that are shown; the others keep their order', () => {
  expect(ids(6, [], 4)).toEqual([1, 2, 3, 4, 5, 6])
  expect(ids(6, [2], 4)).toEqual([1, 2, 3, 4, 5, 6])
  expect(ids(6, [6], 4)).toEqual([1, 2, 3, 6, 4, 5])
  expect(ids(6, [4, 6], 4)).toEqual([1, 2, 4, 6, 3, 5])
  expect(ids(3, [3], 1)).toEqual([3, 1, 2])
})
