import { expect, it } from 'vitest'
import type { NodeState } from '../../dataProvider/normalise.ts'
import { Zone } from '../../resources/kit/zone.ts'
import { alarmNodesFirst, isAlarmNode, shownOf, withAlarmNodes, type ShownDevice } from '../../src/live/display.ts'
import { aDevice, aNode } from '../support/devices.ts'

const shownWith = (count: number, alarms: number[]) =>
  ({
    abnormal: alarms.length > 0,
    alarmNodes: new Set(alarms),
    watchedNodes: new Set(alarms),
    device: { nodes: Array.from({ length: count }, (_, at) => ({ id: at + 1 }) as NodeState) },
  }) as unknown as ShownDevice
const idsOf = (nodes: readonly NodeState[]) => nodes.map(({ id }) => id)

it('alarmNodesFirst puts nodes in alarm first on a card and keeps the order of the others', () => {
  const ids = (count: number, alarms: number[]) => idsOf(alarmNodesFirst(shownWith(count, alarms)))
  expect(ids(6, [])).toEqual([1, 2, 3, 4, 5, 6])
  expect(ids(6, [2])).toEqual([2, 1, 3, 4, 5, 6])
  expect(ids(6, [4, 6])).toEqual([4, 6, 1, 2, 3, 5])
  expect(idsOf(alarmNodesFirst({ ...shownWith(3, [3]), abnormal: false }))).toEqual([1, 2, 3])
})

it('withAlarmNodes moves nodes in alarm into the visible part of a row and keeps the order of the others', () => {
  const ids = (count: number, alarms: number[], room: number) => idsOf(withAlarmNodes(shownWith(count, alarms), room))
  expect(ids(6, [], 4)).toEqual([1, 2, 3, 4, 5, 6])
  expect(ids(6, [2], 4)).toEqual([1, 2, 3, 4, 5, 6])
  expect(ids(6, [6], 4)).toEqual([1, 2, 3, 6, 4, 5])
  expect(ids(6, [4, 6], 4)).toEqual([1, 2, 4, 6, 3, 5])
  expect(ids(3, [3], 1)).toEqual([3, 1, 2])
})

it('shownOf marks the node of the device’s own model for a pollutant rule and names it in the message', () => {
  const rule = { id: 31, nodes: [41, 21], alarm_msg: '{node} {value}' }
  const thresholds = new Map([[31, rule]])
  const names = { areaNames: new Map(), closedAreas: new Set<number>(), gateways: new Map(), thresholds }
  const nodes = [aNode({ id: 20, alias: '湿度', value: 60 }), aNode({ id: 21, alias: '细颗粒物', value: 150 })]
  const device = aDevice({ id: 7, online: true, thre_list: [31], nodata_list: [], nodes })
  const shown = shownOf(device, names, Date.now(), new Zone('UTC'), String)
  expect(nodes.filter((node) => isAlarmNode(shown, node)).map(({ id }) => id)).toEqual([21])
  expect(shown.alarm).toMatch(/^细颗粒物 150/)
  expect(idsOf(alarmNodesFirst(shown))).toEqual([21, 20])
  // The node's data stop: the alarm is not known to hold any more, but the node keeps its place.
  const silent = shownOf({ ...device, nodata_list: [31] }, names, Date.now(), new Zone('UTC'), String)
  expect(nodes.some((node) => isAlarmNode(silent, node))).toBe(false)
  expect(idsOf(alarmNodesFirst(silent))).toEqual([21, 20])
})
