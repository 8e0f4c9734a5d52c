import type { Row } from '../../../../dataProvider/rows.ts'
import { parseIds } from '../../../../resources/kit/access.ts'
import { readScope } from '../../../../resources/kit/rule.ts'
import type { MeasuringNode } from '../../../environment/useJudge.ts'
import { measuringOf, scoped, scopeText } from '../editor/scoped.ts'

/** Change of a rule that is to watch more devices. */
export interface Addition {
  /** Fields of the rule that change; empty: it watches all of the devices already, or cannot watch any. */
  changes: Readonly<Record<string, string>>
  /** Devices that it newly watches. */
  added: readonly Row[]
  /** Devices that it watched before. */
  already: readonly Row[]
  /** Devices that its scope does not reach: of another model, or outside its area. */
  outside: readonly Row[]
}

/**
 * Adds devices to a rule: a rule with a list gets them in its list, a rule with a scope loses its exceptions for them.
 *
 * @param areas all areas, to find those below the area of the scope
 * @param nodesOf returns the nodes that measure a pollutant, for a scope that names one
 */
export function addDevices(
  rule: Row,
  devices: readonly Row[],
  areas: readonly Row[],
  nodesOf: (pollutant: string) => readonly MeasuringNode[] = () => [],
): Addition {
  const scope = readScope(rule['scope'])
  if (!scope) {
    const listed = parseIds(String(rule['device_list'] ?? ''))
    const added = devices.filter(({ id }) => !listed.includes(id))
    const list = [...listed, ...added.map(({ id }) => id)].join(',')
    return {
      changes: added.length > 0 ? { device_list: list } : {},
      added,
      already: devices.filter(({ id }) => listed.includes(id)),
      outside: [],
    }
  }
  const ids = new Set(devices.map(({ id }) => id))
  const open = { ...scope, except: scope.except.filter((id) => !ids.has(id)) }
  const measuring = measuringOf(scope, Number(rule['nodemap_id']), rule['conditions'], nodesOf)?.models
  const reached = new Set(scoped(open, Number(rule['project_id']), devices, areas, measuring).map(({ id }) => id))
  const inside = devices.filter(({ id }) => reached.has(id))
  const added = inside.filter(({ id }) => scope.except.includes(id))
  // Devices that the scope does not reach anyway stay among the exceptions.
  const except = scope.except.filter((id) => !added.some((device) => device.id === id))
  return {
    changes: added.length > 0 ? { scope: scopeText({ ...scope, except }) } : {},
    added,
    already: inside.filter((device) => !added.includes(device)),
    outside: devices.filter(({ id }) => !reached.has(id)),
  }
}

/** Properties that devices share, for a rule that is to watch all of them. */
export interface DeviceGroup {
  project: number
  /** Null: several models; only a rule over a pollutant can watch them. */
  model: number | null
}

/** Returns null where the devices are of several projects: a rule watches devices of one project. */
export function groupOf(devices: readonly Row[]): DeviceGroup | null {
  const [first] = devices
  const same = (name: string): boolean => devices.every((device) => device[name] === first?.[name])
  if (!first || !same('project_id')) return null
  return { project: Number(first['project_id']), model: same('devicetype_id') ? Number(first['devicetype_id']) : null }
}

/** Whether a rule may watch all devices of a group, as far as the console knows the rule's model. */
export function fitsGroup(rule: Row, { project, model }: DeviceGroup, names: ReadonlyMap<number, Row>): boolean {
  if (Number(rule['project_id']) !== project) return false
  const own = modelOf(rule, names)
  return model === null ? own === null && readScope(rule['scope']) !== null : own === null || own === model
}

/** Returns the model that a rule watches, by its scope or its first device; null where it is unknown. */
export function modelOf(rule: Row, names: ReadonlyMap<number, Row>): number | null {
  const scope = readScope(rule['scope'])
  if (scope) return scope.model
  const [first] = parseIds(String(rule['device_list'] ?? ''))
  return first === undefined ? null : Number(names.get(first)?.['devicetype_id']) || null
}
