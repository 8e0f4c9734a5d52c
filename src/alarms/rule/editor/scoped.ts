import type { Row } from '../../../../dataProvider/rows.ts'
import { devicesIn, isWrittenLike, judgesOnlyLaw, readConditions, type Scope } from '../../../../resources/kit/rule.ts'
import { POLLUTANTS } from '../../../../resources/pollutants.ts'
import type { MeasuringNode } from '../../../environment/useJudge.ts'

/** Returns a scope as its field holds it. */
export const scopeText = ({ model, pollutant, area, except }: Scope): string =>
  JSON.stringify({
    ...(model !== null && { model }),
    ...(pollutant !== null && { pollutant }),
    ...(area !== null && { area }),
    ...(except.length > 0 && { except }),
  })

/**
 * Returns the devices of a scope among those that the console knows by name.
 *
 * @param measuring models that measure the scope's pollutant as the rule's node does (measuringOf); needed where the
 * scope names a pollutant
 */
export function scoped(
  scope: Scope,
  project: number,
  devices: readonly Row[],
  areas: readonly Row[],
  measuring: ReadonlySet<number> = new Set(),
): Row[] {
  const number = (row: Row, name: string): number => Number(row[name]) || 0
  const known = devices.map((row) => ({
    row,
    id: Number(row.id),
    project_id: number(row, 'project_id'),
    district_id: number(row, 'district_id'),
    devicetype_id: number(row, 'devicetype_id'),
  }))
  return devicesIn(scope, project, known, scope.area === null ? null : below(scope.area, areas), (device) =>
    measuring.has(device.devicetype_id),
  ).map(({ row }) => row)
}

/** Nodes that a rule over a pollutant judges, as far as the console knows. */
export interface Measuring {
  /** The node that the rule judges by: the chosen one, otherwise that of the first device. */
  node: MeasuringNode
  /**
   * Nodes of all models whose values are written like the node's or, where only classes are judged, that have classes.
   */
  nodes: readonly MeasuringNode[]
  models: ReadonlySet<number>
}

/**
 * Finds the nodes by which a rule over a pollutant judges; null without a pollutant, and where no node measures it.
 *
 * @param conditions value of the rule's field `conditions`
 * @param first returns, of the models that measure the pollutant, the one to use where no such node is chosen
 */
export function measuringOf(
  scope: Scope | null,
  chosen: number | undefined,
  conditions: unknown,
  nodesOf: (pollutant: string) => readonly MeasuringNode[],
  first: (models: ReadonlySet<number>) => number | undefined = () => undefined,
): Measuring | null {
  const key = POLLUTANTS.find((pollutant) => pollutant.value === scope?.pollutant)?.key
  const all = key === undefined ? [] : nodesOf(key)
  const modelOf = ({ model }: MeasuringNode): number => model
  const model = all.some(({ id }) => id === chosen) ? undefined : first(new Set(all.map(modelOf)))
  const node = all.find(({ id }) => id === chosen) ?? all.find((each) => each.model === model) ?? all[0]
  if (!node) return null
  const ofClasses = judgesOnlyLaw({ conditions: readConditions(conditions) })
  // The same choice as on the platform (server/alarms/scope/resolve.ts).
  const fits = (other: MeasuringNode): boolean => (ofClasses ? other.isJudged : isWrittenLike(node, other))
  const nodes = all.filter((other) => other.id === node.id || fits(other))
  return { node, nodes, models: new Set(nodes.map(modelOf)) }
}

/** Returns an area and all areas below it. */
function below(top: number, areas: readonly Row[]): ReadonlySet<number> {
  const found = new Set([top])
  for (let before = 0; before !== found.size; ) {
    before = found.size
    for (const area of areas) if (found.has(Number(area['superid']))) found.add(Number(area.id))
  }
  return found
}
