import type { Row } from '../../../../dataProvider/rows.ts'
import { devicesIn, isWrittenLike, judgesOnlyLaw, readConditions, type Scope } from '../../../../resources/kit/rule.ts'
import { POLLUTANTS } from '../../../../resources/pollutants.ts'
import type { MeasuringNode } from '../../../environment/useJudge.ts'

/** A scope as its field holds it. */
export const scopeText = ({ model, pollutant, area, except }: Scope): string =>
  JSON.stringify({
    ...(model !== null && { model }),
    ...(pollutant !== null && { pollutant }),
    ...(area !== null && { area }),
    ...(except.length > 0 && { except }),
  })

/**
 * The devices of a scope among those the console knows by name.
 *
 * @param measuring the models that measure its pollutant as the rule's node does (measuringOf); needed where it names one
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

/** What a rule over a pollutant watches, as far as the console knows. */
export interface Measuring {
  /** The node that it judges by: the chosen one, else that of the first device. */
  node: MeasuringNode
  /** Those of all models that are written as it is or, where classes alone are judged, that have classes. */
  nodes: readonly MeasuringNode[]
  models: ReadonlySet<number>
}

/**
 * By which nodes a rule over a pollutant judges; null without a pollutant, and where nothing measures it.
 *
 * @param conditions the rule's field of that name
 * @param first the model to choose by where no such node is chosen: of those that measure it, the one asked first
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
  // As the platform takes them (server/alarms/scope/resolve.ts).
  const fits = (other: MeasuringNode): boolean => (ofClasses ? other.isJudged : isWrittenLike(node, other))
  const nodes = all.filter((other) => other.id === node.id || fits(other))
  return { node, nodes, models: new Set(nodes.map(modelOf)) }
}

/** An area and all below it. */
function below(top: number, areas: readonly Row[]): ReadonlySet<number> {
  const found = new Set([top])
  for (let before = 0; before !== found.size; ) {
    before = found.size
    for (const area of areas) if (found.has(Number(area['superid']))) found.add(Number(area.id))
  }
  return found
}
