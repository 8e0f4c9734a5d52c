import { sql, type Kysely, type Selectable, type Transaction } from 'kysely'
import { nodesOf, readConditions, readingOfStored, readScope } from '../../../resources/kit/rule.ts'
import type { Problem } from '../../../resources/kit/rules.ts'
import type { Registry } from '../../platform.ts'
import type { AnyTables, Storage, Tables } from '../../storage/types.ts'
import { affectedNodes, loadCopies, type Copy, type SetNode } from '../../virtual/copies.ts'
import { ruleOf, type Rule } from '../rules.ts'
import { devicesOfScope, ruleOn } from './resolve.ts'

type ThresholdRow = Selectable<Tables['threshold']>

/**
 * Returns what is wrong with what a rule switches: a node that the rule watches itself, or one whose value makes
 * another rule switch, and so on until the first rule is reached again. What virtual devices show of a node counts like
 * the node. The problem names the rules of the ring, in order. A rule with a scope watches the devices that are in it
 * now.
 */
export async function ringProblem(
  registry: Registry,
  trx: Transaction<AnyTables>,
  row: ThresholdRow,
): Promise<Problem | null> {
  const own = ruleOf({ ...row, id: row.id ?? 0 })
  if (!own?.ganged || row.enable !== 1) return null
  const rules = (await linkedNow(registry, trx, own.project_id)).filter(({ id }) => id !== own.id)
  return problemOf(own, ringFrom(own, [own, ...rules], createRuleLookup(registry, await loadCopies(trx))))
}

/**
 * Returns what is wrong with a virtual rule that shows a node of another device: the ring of linked rules that it
 * closes, by their names.
 */
export async function ringOfCopy(
  registry: Registry,
  trx: Transaction<AnyTables>,
  copy: Copy,
  project: number,
): Promise<Problem | null> {
  const rules = await linkedNow(registry, trx, project)
  // Copies are read for the whole platform: where nothing is switched they are not needed.
  if (rules.length === 0) return null
  const copies = [...(await loadCopies(trx)).filter(({ id }) => id !== copy.id), copy]
  const hears = createRuleLookup(registry, copies)
  for (const own of rules) {
    const first =
      own.ganged &&
      affectedNodes(own.ganged, copies).find(
        ({ device, nodemap }) => device === copy.device && nodemap === copy.nodemap,
      )
    const path = first ? ringFrom(own, rules, hears, first) : null
    if (path) return named(own, path)
  }
  return null
}

/** The rules that switch something, and what virtual devices show. */
export interface Links {
  rules: readonly Rule[]
  copies: readonly Copy[]
  hears: RuleLookup
}

/**
 * Returns what is wrong with what a rule switches for one of its devices: the device came into the rule's scope after
 * the rule was saved, and closes a ring.
 */
export function ringAt(rule: Rule, device: number, { rules, hears }: Pick<Links, 'rules' | 'hears'>): Problem | null {
  const own = { ...rule, devices: [device] }
  const others = rules.filter(({ id, project_id }) => id !== rule.id && project_id === rule.project_id)
  return problemOf(own, ringFrom(own, [own, ...others], hears))
}

/** Virtual rules change with their devices; `device` is also reported where changes may have been missed. */
const TABLES: ReadonlySet<string> = new Set(['threshold', 'deviceai', 'device'])

/** Caches the linked rules until records change; returns the function that reads them. */
export function keepLinks({ readAny }: Storage, registry: Registry): () => Promise<Links> {
  let cached: Promise<Links> | null = null
  registry.onChanged(async (table) => {
    if (TABLES.has(table)) cached = null
  })
  const load = async (): Promise<Links> => {
    const [rows, copies] = await Promise.all([linkedRows(readAny), loadCopies(readAny)])
    return { rules: rows.flatMap((row) => ruleOf(row) ?? []), copies, hears: createRuleLookup(registry, copies) }
  }
  return () => {
    if (cached) return cached
    const loading = load()
    cached = loading
    loading.catch(() => {
      if (cached === loading) cached = null
    })
    return loading
  }
}

/**
 * Returns the shortest path from a rule back to itself, the rule first; null where there is none. A rule that watches
 * what it sets is a ring whatever the value.
 *
 * @param first what the rule sets, or what follows from that
 */
export function ringFrom(
  own: Rule,
  rules: readonly Rule[],
  hears: RuleLookup,
  first: SetNode | null = own.ganged,
): Rule[] | null {
  if (!first) return null
  if (hears(own, first).length > 0) return [own]
  const seen = new Set<Rule>([own])
  let paths: Rule[][] = [[own]]
  while (paths.length > 0) {
    const next: Rule[][] = []
    for (const path of paths) {
      const command = path.length === 1 ? first : path.at(-1)?.ganged
      if (!command) continue
      for (const rule of rules) {
        if (!hears(rule, command).some(isBroken)) continue
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

/** A rule as it judges a device, and the set node that it watches there. */
interface RuleMatch {
  on: Rule
  set: SetNode
}

/** Returns where a rule watches what a command sets, or what follows from that. */
type RuleLookup = (rule: Rule, command: SetNode) => RuleMatch[]

/**
 * Creates the lookup.
 *
 * @param registry null: rules judge all devices alike
 */
export function createRuleLookup(registry: Registry | null, copies: readonly Copy[]): RuleLookup {
  const devices = new WeakMap<Rule, ReadonlySet<number>>()
  const reach = new WeakMap<SetNode, readonly SetNode[]>()
  return (rule, command) => {
    const own = devices.get(rule) ?? new Set(rule.devices)
    devices.set(rule, own)
    const reached = reach.get(command) ?? affectedNodes(command, copies)
    reach.set(command, reached)
    return reached.flatMap((set) => {
      if (!own.has(set.device)) return []
      const on = registry ? ruleOn(registry, rule, set.device) : rule
      return nodesOf(on.nodemap_id, on).includes(set.nodemap) ? [{ on, set }] : []
    })
  }
}

/**
 * Returns the rows of rules that switch something; with a project, only that project's. A rule without a project has
 * project 0.
 */
const linkedRows = async (db: Kysely<AnyTables>, project: number | null = null): Promise<ThresholdRow[]> =>
  (await db
    .selectFrom('threshold')
    .selectAll()
    .where('enable', '=', 1)
    .where('enable_ganged', '=', 1)
    .$if(project !== null, (query) => query.where((eb) => eb(eb.fn.coalesce('project_id', sql.lit(0)), '=', project)))
    .execute()) as unknown as ThresholdRow[]

/**
 * Returns the linked rules of a project with the devices that are in their scopes now: the stored lists may be a moment
 * behind.
 */
async function linkedNow(registry: Registry, db: Kysely<AnyTables>, project: number): Promise<Rule[]> {
  const rows = await linkedRows(db, project)
  return rows.flatMap((row) => ruleOf({ ...row, device_list: devicesNow(registry, row) }) ?? [])
}

function devicesNow(registry: Registry, row: ThresholdRow): string {
  const { project_id, nodemap_id: node, device_list } = row
  const scope = readScope(row.scope)
  if (!scope || node === null) return device_list ?? ''
  const conditions = readConditions(row.conditions)
  return devicesOfScope(registry, scope, { project: project_id ?? 0, node, conditions })
    .map(({ id }) => id)
    .join(',')
}

/**
 * Whether the value that is set breaks a rule, as far as it can be told: for means, changes and other conditions, and
 * for what virtual devices show, it is assumed to.
 */
function isBroken({ on, set }: RuleMatch): boolean {
  const { nodemap, value } = set
  if (value === null || (on.conditions !== null && on.conditions !== undefined)) return true
  const nights = [false, on.night !== undefined]
  return nodemap === on.nodemap_id && nights.some((night) => readingOfStored(on, nodemap, value, night).rank >= 0)
}

function problemOf(own: Rule, path: Rule[] | null): Problem | null {
  if (!path) return null
  return path.length === 1 ? { key: 'error.alarm.ownTrigger' } : named(own, path)
}

const named = (own: Rule, path: readonly Rule[]): Problem => ({
  key: 'error.alarm.ring',
  args: { rules: [...path, own].map(({ name }) => name).join(' → ') },
})
