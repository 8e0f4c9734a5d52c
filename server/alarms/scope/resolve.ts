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
  type ValueForm,
} from '../../../resources/kit/rule.ts'
import { isSound } from '../../../resources/pollutants.ts'
import type { LiveDevice, LiveNode, Registry } from '../../platform.ts'
import { hasClasses, placeOf, withJudges } from './judges.ts'

/**
 * Returns the devices of a scope as they are now; for a caller, only those that the caller may see. In a pollutant's
 * scope the devices that have the rule's own node map come first: they are of the model that the rule's form is about.
 *
 * @param node the rule's own node map
 * @param conditions the rule's conditions; they may judge classes alone
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

/**
 * Caches a property of a device's nodes by model, asked of one device per model: the registry builds the nodes of a
 * device on demand.
 */
function byModel(holds: (device: LiveDevice) => boolean): (device: LiveDevice) => boolean {
  const models = new Map<number, boolean>()
  return (device) => {
    const known = models.get(device.devicetype_id) ?? holds(device)
    models.set(device.devicetype_id, known)
    return known
  }
}

/**
 * Returns the node map by which a device measures what a node map of a rule measures: that node map itself or, on
 * another model, the first of the same pollutant with the same unit and the same script, since a limit may be of the
 * stored value. For a rule that judges classes alone: the first that has classes. Null where there is none.
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

const writtenOf = ({ unitname, node_script }: Pick<LiveNode, 'unitname' | 'node_script'>): ValueForm => ({
  unit: unitname,
  script: node_script,
})

/** A rule whose scope may name a pollutant, which each model measures by a node map of its own. */
export interface ScopedRule extends AlarmRule {
  nodemap_id: number
  pollutant?: number | null
}

/**
 * Returns a rule as it judges a device: on a model other than that of its own node map, with that model's node maps.
 * Returns the rule itself where nothing differs; one object for all devices of a model or, for a rule over classes, for
 * those that are judged alike. What a model does not measure keeps its node map, whose value is unknown there.
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

/**
 * Returns a rule with what it needs to know of its nodes: turns of directions and sounds for its conditions, display
 * scripts for limits of shown values, and judges for classes.
 */
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

/**
 * Whether a rule over classes judges a device by outdated facts: the device's site or cycle, or the scheme of its
 * project, has changed.
 */
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
/** The place (placeOf) for which a rule was completed. */
const places = new WeakMap<ScopedRule, string>()
const translated = new WeakMap<ScopedRule, Map<string, ScopedRule>>()
