import { describe, expect, it } from 'vitest'
import { readConditions, readScope, type Scope } from '../../resources/kit/rule.ts'
import { readingLimitsOf } from '../../resources/quantities.ts'
import { devicesOfScope } from '../../server/alarms/scope/resolve.ts'
import type { LiveDevice, LiveNode, Registry } from '../../server/platform.ts'
import { measuringOf, scoped } from '../../src/alarms/rule/editor/scoped.ts'
import type { MeasuringNode } from '../../src/environment/useJudge.ts'

const PM25 = 1
const UG = 'µg/m³'

/**
 * Models by number: the nodes that measure PM2.5, in their order. Stations are judged by the first one that has
 * classes.
 */
const models: Readonly<Record<number, readonly { id: number; unit: string; script?: string; hasClasses?: false }[]>> = {
  1: [{ id: 11, unit: UG }],
  2: [{ id: 21, unit: ` ${UG}` }],
  3: [{ id: 31, unit: 'mg/m³' }],
  4: [{ id: 41, unit: UG, script: 'value / 10' }],
  5: [
    { id: 51, unit: 'mg/m³' },
    { id: 52, unit: UG },
  ],
  6: [{ id: 61, unit: 'counts', hasClasses: false }],
  7: [{ id: 71, unit: 'counts', hasClasses: false }],
}
const devices = Object.keys(models).map((model) => ({ id: Number(model) * 100, devicetype_id: Number(model) }))

/** The nodes as the console receives them (`GET /v1/environment/measures`). */
const heard: readonly MeasuringNode[] = Object.entries(models)
  .flatMap(([model, nodes]) =>
    nodes.map(({ id, unit, script = '', hasClasses }, place) => ({
      id,
      model: Number(model),
      unit: unit.trim(),
      script,
      isJudged: place === 0 && hasClasses === undefined,
    })),
  )
  .toSorted((a, b) => Number(b.isJudged) - Number(a.isJudged))

/** The nodes as the server holds them. */
const liveNode = ({ id, unit, script }: { id: number; unit: string; script?: string }): LiveNode => {
  const node = { min_value: 0, max_value: 1000, range_factor: null, no_value: null, node_script: script ?? null }
  const limits = readingLimitsOf({ ...node, pollutant: PM25, key_msg: null } as never)
  return { ...node, id, unitname: unit, pollutant: PM25, limits } as unknown as LiveNode
}
const live = devices.map(({ id, devicetype_id }): LiveDevice => {
  const nodes = new Map((models[devicetype_id] ?? []).map((node) => [node.id, liveNode(node)]))
  return { id, devicetype_id, project_id: 1, district_id: 4, nodes } as unknown as LiveDevice
})
const registry = {
  devices: () => live,
  nodemap: (id: number) => live.flatMap(({ nodes }) => nodes.get(id) ?? [])[0],
} as unknown as Registry

const rows = devices.map((device) => ({ ...device, project_id: 1, district_id: 4 }))
const scope = readScope({ pollutant: PM25 }) as Scope
const ofValues = '{"calc":"value","rows":[]}'
const ofClasses = '{"calc":"class","rows":[]}'

describe('devices watched by a rule over a pollutant', () => {
  it.each([
    ['value rule in the unit of its node, also for a model with two nodes', 11, ofValues, [100, 200, 500]],
    ['value rule on the second node of a model', 52, ofValues, [100, 200, 500]],
    ['value rule in another unit', 31, ofValues, [300, 500]],
    ['value rule on a node with a display script', 41, ofValues, [400]],
    ['value rule in a unit unknown to the standard', 61, ofValues, [600, 700]],
    ['class rule on a node with classes', 11, ofClasses, [100, 200, 300, 400, 500]],
    ['class rule on a node without classes', 61, ofClasses, [100, 200, 300, 400, 500, 600]],
  ])('%s: form and platform select the same devices', (_what, node, conditions, expected) => {
    const platform = devicesOfScope(registry, scope, { project: 1, node, conditions: readConditions(conditions) })
    const measuring = measuringOf(scope, node, conditions, () => heard)
    const form = scoped(scope, 1, rows, [], measuring?.models)
    const inOrder = (found: readonly { id: number }[]) => found.map(({ id }) => id).toSorted((a, b) => a - b)
    expect(inOrder(platform)).toEqual(expected)
    expect(inOrder(form)).toEqual(expected)
  })

  it('are determined once per model, without building the nodes of every device', () => {
    const asked = new Set<number>()
    const station = (id: number): LiveDevice => {
      const nodes = () => (asked.add(id), live[0]?.nodes)
      const place = { id, devicetype_id: 1, project_id: 1, district_id: 4 }
      return Object.defineProperty(place, 'nodes', { get: nodes }) as unknown as LiveDevice
    }
    const many = [1, 2, 3].map(station)
    const rule = { project: 1, node: 11, conditions: readConditions(ofValues) }
    expect(devicesOfScope({ ...registry, devices: () => many }, scope, rule)).toEqual(many)
    expect([...asked]).toEqual([1])
  })
})
