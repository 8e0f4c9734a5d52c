import type { Caller } from '../../../resources/kit/access.ts'
import { turnOf, type Turn } from '../../../resources/kit/reading.ts'
import {
  devicesIn,
  isWrittenLike,
  judgesLaw,
  judgesOnlyLaw,
  nodesOf,
  withScripts,
  type AlarmRule,
  type Conditions,
  type Scope,
  type Written,
} from '../../../resources/kit/rule.ts'
import { isSound } from '../../../resources/pollutants.ts'
import type { LiveDevice, LiveNode, Registry } from '../../platform.ts'
import { hasClasses, placeOf, withJudges } from './judges.ts'

/**
 * The devices of a scope as they are now; for a caller, those of them that they may see. Of a pollutant's scope those come first that have the rule's own
 * node map: they are of the model that the rule's form speaks of.
 *
 * @param node the rule's own node map
 * @param conditions its conditions, which may ask for classes alone
 */
export function devicesOfScope(
  registry: Registry,
  scope: Scope,
  { project, node, conditions }: { project: number; node: number; conditions: Conditions | null },
  caller?: Caller,
): LiveDevice[] {
  const below = scope.area === null ? null : registry.areasBelow([scope.area])
  const isPollutant = scope.pollutant !== null && registry.nodemap(node)?.pollutant === scope.pollutant
  const measures = byModel((device) => isPollutant && nodeOn(registry, node, device, { conditions }) !== null)
  const found = devicesIn(scope, project, registry.devices(), below, measures)
  const isOwn = byModel((device) => device.nodes.has(node))
  const ordered = scope.pollutant === null ? found : found.toSorted((a, b) => Number(isOwn(b)) - Number(isOwn(a)))
  return caller ? ordered.filter((device) => registry.mayTouch(caller, device)) : ordered
}

/** What holds of a device by its nodes, asked of one device of each model: the registry makes the nodes of a device when they are asked for. */
function byModel(holds: (device: LiveDevice) => boolean): (device: LiveDevice) => boolean {
  const models = new Map<number, boolean>()
  return (device) => {
    const known = models.get(device.devicetype_id) ?? holds(device)
    models.set(device.devicetype_id, known)
    return known
  }
}

/**
 * The node map by which a device measures what another node map of a rule measures: that one itself or, of another model, the first of the same
 * pollutant whose values are written in the same unit and shown by the same script, for a limit may be of the stored value; of a rule that judges
 * classes alone, the first that has classes. Null where it has none.
 */
export function nodeOn(
  registry: Registry,
  node: number,
  device: LiveDevice,
  rule: Pick<AlarmRule, 'conditions'>,
): number | null {
  if (device.nodes.has(node)) return node
  const like = registry.nodemap(node)
  if (!like || like.pollutant === null) return null
  const fits = judgesOnlyLaw(rule) ? hasClasses : (other: LiveNode) => isWrittenLike(writtenOf(like), writtenOf(other))
  for (const other of device.nodes.values()) if (other.pollutant === like.pollutant && fits(other)) return other.id
  return null
}

const writtenOf = ({ unitname, node_script }: Pick<LiveNode, 'unitname' | 'node_script'>): Written => ({
  unit: unitname,
  script: node_script,
})

/** A rule whose scope may name a pollutant, which each model measures by a node map of its own. */
export interface ScopedRule extends AlarmRule {
  nodemap_id: number
  pollutant?: number | null
}

/**
 * A rule as it judges a device: of another model than that of its own node map, by that model's node maps. The rule itself where nothing differs; one
 * object for all devices of a model or, of a rule over classes, for those of them that are judged alike. What a model does not measure keeps its node
 * map, of which nothing is known there.
 */
export function ruleOn<T extends ScopedRule>(registry: Registry, rule: T, deviceId: number): T {
  const isPlain = rule.pollutant == null && !rule.conditions && !rule.ofShown
  const device = isPlain ? undefined : registry.device(deviceId)
  if (!device) return rule
  return withNodes(
    registry,
    device,
    rule.pollutant == null || device.nodes.has(rule.nodemap_id) ? rule : translate(registry, rule, device),
  )
}

/** A rule with what of its nodes matters to it: how directions turn and sound adds up, of its conditions, display scripts, of limits of what is shown, and judges, of classes. */
function withNodes<T extends ScopedRule>(registry: Registry, device: LiveDevice, rule: T): T {
  const place = judgesLaw(rule) ? placeOf(registry, device) : ''
  const before = completed.get(rule)?.get(place)
  if (before) return before as T
  const whole = withScripts(withOwnMeans(device, rule), rule.nodemap_id, (node) => device.nodes.get(node))
  const made = withJudges(registry, device, whole)
  if (made === rule) return made
  completed.set(rule, (completed.get(rule) ?? new Map<string, ScopedRule>()).set(place, made))
  places.set(made, place)
  return made
}

/** Whether a rule over classes judges a device as it was before: its site, its cycle or the scheme of its project is another by now. */
export function isOutdated(registry: Registry, rule: ScopedRule, deviceId: number): boolean {
  const device = registry.device(deviceId)
  return device !== undefined && judgesLaw(rule) && places.get(rule) !== placeOf(registry, device)
}

function withOwnMeans<T extends ScopedRule>(device: LiveDevice, rule: T): T {
  if (!rule.conditions) return rule
  const [turns, sounds] = [new Map<number, Turn>(), new Map<number, Turn>()]
  for (const id of nodesOf(rule.nodemap_id, rule)) {
    const node = device.nodes.get(id)
    if (node?.direction) turns.set(id, node.direction.turn)
    else if (node && isSound(node.pollutant)) sounds.set(id, turnOf(node.node_script))
  }
  if (turns.size + sounds.size === 0) return rule
  return { ...rule, ...(turns.size > 0 && { turns }), ...(sounds.size > 0 && { sounds }) }
}

function translate<T extends ScopedRule>(registry: Registry, rule: T, device: LiveDevice): T {
  const on = (node: number): number => nodeOn(registry, node, device, rule) ?? node
  const rows = rule.conditions?.rows.map((row) => ({ ...row, node: on(row.node) })) ?? []
  const nodes = [on(rule.nodemap_id), ...rows.map(({ node }) => node)]
  const known = translated.get(rule) ?? new Map<string, ScopedRule>()
  translated.set(rule, known)
  const key = nodes.join(' ')
  const before = known.get(key)
  if (before) return before as T
  const made: T = {
    ...rule,
    nodemap_id: on(rule.nodemap_id),
    ...(rule.conditions && { conditions: { ...rule.conditions, rows } }),
  }
  known.set(key, made)
  return made
}

const completed = new WeakMap<ScopedRule, Map<string, ScopedRule>>()
/** For what place a rule was completed. */
const places = new WeakMap<ScopedRule, string>()
const translated = new WeakMap<ScopedRule, Map<string, ScopedRule>>()
