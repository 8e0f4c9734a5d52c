import type { Row } from '../../../../dataProvider/rows.ts'
import { parseIds } from '../../../../resources/kit/access.ts'
import { readScope } from '../../../../resources/kit/rule.ts'
import type { MeasuringNode } from '../../../environment/useJudge.ts'
import { measuringOf, scoped, scopeText } from '../editor/scoped.ts'

/** What becomes of a rule that is to watch more devices. */
export interface Addition {
  /** Fields of the rule that change; none: it watches all of them already, or can watch none. */
  changes: Readonly<Record<string, string>>
  /** Devices it watches from then on. */
  added: readonly Row[]
  /** Those it watched before. */
  already: readonly Row[]
  /** Those that its scope does not reach: of another model, or outside its area. */
  outside: readonly Row[]
}

/**
 * A rule with a list takes the devices into it; one with a scope takes back that they are excepted.
 *
 * @param areas all areas, for what lies below the scope's
 * @param nodesOf which nodes measure a pollutant, for a scope that names one
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
  // What it does not reach anyway stays excepted.
  const except = scope.except.filter((id) => !added.some((device) => device.id === id))
  return {
    changes: added.length > 0 ? { scope: scopeText({ ...scope, except }) } : {},
    added,
    already: inside.filter((device) => !added.includes(device)),
    outside: devices.filter(({ id }) => !reached.has(id)),
  }
}

/** What devices have in common for a rule that is to watch all of them. */
export interface DeviceGroup {
  project: number
  /** Null: they are of several, which rules over a pollutant alone watch. */
  model: number | null
}

/** Null where they are of several projects: a rule watches devices of one. */
export function groupOf(devices: readonly Row[]): DeviceGroup | null {
  const [first] = devices
  const same = (name: string): boolean => devices.every((device) => device[name] === first?.[name])
  if (!first || !same('project_id')) return null
  return { project: Number(first['project_id']), model: same('devicetype_id') ? Number(first['devicetype_id']) : null }
}

/** Whether a rule may watch all devices of a group, as far as the console knows its model. */
export function fitsGroup(rule: Row, { project, model }: DeviceGroup, names: ReadonlyMap<number, Row>): boolean {
  if (Number(rule['project_id']) !== project) return false
  const own = modelOf(rule, names)
  return model === null ? own === null && readScope(rule['scope']) !== null : own === null || own === model
}

/** The model a rule watches, by its scope or its first device; null where that is not known. */
export function modelOf(rule: Row, names: ReadonlyMap<number, Row>): number | null {
  const scope = readScope(rule['scope'])
  if (scope) return scope.model
  const [first] = parseIds(String(rule['device_list'] ?? ''))
  return first === undefined ? null : Number(names.get(first)?.['devicetype_id']) || null
}
