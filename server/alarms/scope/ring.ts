import type { Transaction } from 'kysely'
import { nodesOf, readConditions, readingOfStored, readScope } from '../../../resources/kit/rule.ts'
import type { Problem } from '../../../resources/kit/rules.ts'
import type { Registry } from '../../platform.ts'
import type { AnyTables, Tables } from '../../storage/types.ts'
import type { Selectable } from 'kysely'
import { ruleOf, type Rule } from '../rules.ts'
import { devicesOfScope, ruleOn } from './resolve.ts'

type ThresholdRow = Selectable<Tables['threshold']>

/**
 * What is wrong with what a rule switches: the node that it watches itself, or one whose value makes another rule switch, and so on until the first is
 * reached again. The ring is told by the rules' names, in its order. A rule with a scope hears whatever devices that is now.
 */
export async function ringProblem(
  registry: Registry,
  trx: Transaction<AnyTables>,
  row: ThresholdRow,
): Promise<Problem | null> {
  const hears = hearingOf(registry)
  const own = ruleOf({ ...row, id: row.id ?? 0 })
  if (!own?.ganged || row.enable !== 1) return null
  if (hears(own, own.ganged)) return { key: 'error.alarm.ownTrigger' }
  const others = (await trx
    .selectFrom('threshold')
    .selectAll()
    .where('enable', '=', 1)
    .where('enable_ganged', '=', 1)
    .where('project_id', '=', row.project_id)
    .where('id', '<>', own.id)
    .execute()) as unknown as ThresholdRow[]
  const rules = [
    own,
    ...others.flatMap((other) => ruleOf({ ...other, device_list: devicesNow(registry, other) }) ?? []),
  ]
  const path = ringFrom(own, rules, hears)
  return path && { key: 'error.alarm.ring', args: { rules: [...path, own].map(({ name }) => name).join(' → ') } }
}

/** The shortest way from a rule back to itself; null where there is none. */
export function ringFrom(own: Rule, rules: readonly Rule[], hears = hearingOf(null)): Rule[] | null {
  const seen = new Set<Rule>([own])
  let paths: Rule[][] = [[own]]
  while (paths.length > 0) {
    const next: Rule[][] = []
    for (const path of paths) {
      const command = path.at(-1)?.ganged
      if (!command) continue
      for (const rule of rules) {
        const hearing = hears(rule, command)
        if (!hearing || !isBrokenBy(hearing, command)) continue
        if (rule === own) return path
        if (seen.has(rule)) continue
        seen.add(rule)
        next.push([...path, rule])
      }
    }
    paths = next
  }
  return null
}

type Command = NonNullable<Rule['ganged']>

/** The rule as it judges the device of a command, where it listens to what that sets; null where it does not. */
type Hearing = (rule: Rule, command: Command) => Rule | null

function hearingOf(registry: Registry | null): Hearing {
  const devices = new Map<Rule, ReadonlySet<number>>()
  return (rule, { device, nodemap }) => {
    const own = devices.get(rule) ?? new Set(rule.devices)
    devices.set(rule, own)
    if (!own.has(device)) return null
    const on = registry ? ruleOn(registry, rule, device) : rule
    return nodesOf(on.nodemap_id, on).includes(nodemap) ? on : null
  }
}

/** A rule's devices as its scope has them now: what is written may be a moment behind. */
function devicesNow(registry: Registry, row: ThresholdRow): string {
  const { project_id, nodemap_id: node, device_list } = row
  const scope = readScope(row.scope)
  if (!scope || node === null) return device_list ?? ''
  const conditions = readConditions(row.conditions)
  return devicesOfScope(registry, scope, { project: project_id ?? 0, node, conditions })
    .map(({ id }) => id)
    .join(',')
}

/** Whether the value that is set breaks a rule, as far as that can be told: of means, changes and other conditions it may. */
const isBrokenBy = (rule: Rule, { nodemap, value }: Command): boolean =>
  rule.conditions !== null && rule.conditions !== undefined
    ? true
    : nodemap === rule.nodemap_id &&
      [false, rule.night !== undefined].some((night) => readingOfStored(rule, nodemap, value, night).rank >= 0)
