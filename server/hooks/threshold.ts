import type { Transaction } from 'kysely'
import { area as areaResource } from '../../resources/area.ts'
import { channel } from '../../resources/channel.ts'
import { parseIds, type Caller } from '../../resources/kit/access.ts'
import {
  HOLD,
  isByLaw,
  limitProblems,
  readConditions,
  readScope,
  ruleFrom,
  type Scope,
} from '../../resources/kit/rule.ts'
import type { Problem } from '../../resources/kit/rules.ts'
import { POLLUTANTS } from '../../resources/pollutants.ts'
import { nodemap, product } from '../../resources/product.ts'
import { MAX_DEVICES } from '../alarms/rules.ts'
import { hasIndex } from '../alarms/scope/judges.ts'
import { devicesOfScope } from '../alarms/scope/resolve.ts'
import { ringProblem } from '../alarms/scope/ring.ts'
import { watchesSomeAreas } from '../crud/scope.ts'
import { invalid } from '../errors.ts'
import { schemeOf } from '../live/measures.ts'
import { settable } from '../live/setValue.ts'
import { reachesAll } from '../north/reach.ts'
import type { Registry } from '../platform.ts'
import type { Hook, PendingSave } from '../platform/hook.ts'
import type { Row } from '../storage/row.ts'
import type { AnyTables } from '../storage/types.ts'
import { askForControl, isDecisionChanged } from './linkedControl.ts'
import { namedProblem } from './namedInside.ts'
import { levelChannels } from './levelChannels.ts'

/**
 * Checks that the parts of a rule fit together (spec 2 §5). That each record exists, may be named by the caller and
 * belongs to the rule's project has been checked before.
 */
export const thresholdHook: Hook = {
  async beforeSave(saving, trx) {
    const { row, platform, signedIn, id } = saving
    const toldAnew = whomAnew(saving)
    const isLimited = watchesSomeAreas(signedIn.caller)
    // A recipient of alarms reads what they say about the devices.
    if (isLimited && toldAnew !== null && !reachesAll(platform.registry, signedIn.caller, row.device_list))
      throw invalid({ [toldAnew]: { key: 'error.maintenance.outside' } })
    // An earlier check stays valid: a rule can be disabled and renamed, whatever has become of its devices since.
    if (!isDecisionChanged(saving)) return
    row.hold_time ??= HOLD
    const scope = readScope(row.scope)
    const outside = scope && scopeOutside(platform.registry, signedIn.caller, scope, Number(row.project_id))
    if (outside) throw invalid({ scope: outside })
    const [measured, asked] = [platform.registry.nodemap(Number(row.nodemap_id))?.pollutant, scope?.pollutant ?? null]
    if (asked !== null && measured !== asked) throw invalid({ nodemap_id: { key: 'error.alarm.nodePollutant' } })
    const devices = scope
      ? devicesOfScope(platform.registry, scope, {
          project: Number(row.project_id),
          node: Number(row.nodemap_id),
          conditions: readConditions(row.conditions),
        }).map(({ id }) => id)
      : [...new Set(parseIds(textOf(row.device_list)))]
    row.device_list = devices.join(',')
    const told = await toldProblem(saving, trx)
    const limits = told ? { limits: told } : limitProblems(row)
    // Clients that know only one limit see the mildest.
    const mildest = ruleFrom(row)?.levels?.[0]
    if (mildest) Object.assign(row, { params_x: mildest.x, alert_level: mildest.level })
    askForControl(saving)
    const problems = {
      ...(scope && devices.length === 0
        ? { scope: { key: 'error.alarm.scopeEmpty' } }
        : await devicesProblem(trx, devices, row, scope)),
      ...limits,
      ...unclassed(platform.registry, row),
      ...(row.enable_ganged === 1 && gangedProblem(platform.registry, row)),
    }
    if (Object.keys(problems).length > 0) throw invalid(problems)
    const ring = await ringProblem(platform.registry, trx, { ...row, id: id ?? 0 } as never)
    if (ring) throw invalid({ ganged_nodemap_id: ring })
  },
  computed: ({ maintenance }, row) => ({ ...maintenance.ofRule(Number(row.id), Date.now()) }),
  /**
   * Records that a rule names inside its texts: without them it could no longer notify, compare or watch. Devices that
   * a scope excludes are not listed here and may be deleted.
   */
  inside: {
    [channel.path]: { column: 'limits', ids: levelChannels },
    [nodemap.path]: { column: 'conditions', ids: (text) => (readConditions(text)?.rows ?? []).map(({ node }) => node) },
    [areaResource.path]: { column: 'scope', ids: (text) => known(readScope(text)?.area) },
    [product.path]: { column: 'scope', ids: (text) => known(readScope(text)?.model) },
  },
}

const known = (id: number | null | undefined): number[] => (id === null || id === undefined ? [] : [id])

/** Fields that name the recipients of a rule. */
const TOLD = ['alarm_phone', 'alarm_email', 'alarm_wechat', 'alarm_channel', 'escalation_id'] as const

/** Returns the first field in which an existing rule names a new recipient; null where none does. */
function whomAnew({ row, old }: Pick<PendingSave, 'row' | 'old'>): string | null {
  if (!old) return null
  const named = (of: Row): [field: string, ids: readonly number[]][] => [
    ...TOLD.map((field): [string, number[]] => [field, parseIds(textOf(of[field]))]),
    ['limits', levelChannels(of.limits)],
  ]
  const before = new Map(named(old))
  const [field = null] = named(row).find(([name, ids]) => ids.some((id) => !before.get(name)?.includes(id))) ?? []
  return field
}

/** Checks the channels that limits name, as strictly as the rule's own channels. */
function toldProblem(saving: PendingSave, trx: Transaction<AnyTables>): Promise<Problem | null> {
  const { row, old } = saving
  const own = (of: Row): Row => ({ ...of, alarm_channel: levelChannels(of.limits).join(',') })
  const before = old && old.project_id === row.project_id ? own(old) : null
  return namedProblem(trx, { ...saving, row: own(row) }, ['alarm_channel'], before)
}

async function devicesProblem(
  trx: Transaction<AnyTables>,
  devices: readonly number[],
  row: Row,
  scope: Scope | null,
): Promise<Record<string, Problem>> {
  if (devices.length === 0) return { device_list: { key: 'error.rule.required' } }
  if (devices.length > MAX_DEVICES && !scope)
    return { device_list: { key: 'error.alarm.tooMany', args: { max: MAX_DEVICES } } }
  // All devices of a scope belong to one project and to one model or, where the scope names a pollutant, those of the
  // node's model come first: checking the first device is enough.
  const asked = scope ? devices.slice(0, 1) : devices
  const rows = await trx
    .selectFrom('device')
    .select(['id', 'devicetype_id', 'project_id'])
    .where('id', 'in', asked)
    .execute()
  if (rows.length < asked.length) return { device_list: { key: 'error.rule.missing' } }
  if (rows.some(({ project_id }) => project_id !== row.project_id))
    return { device_list: { key: 'error.rule.otherProject' } }
  const own = scope?.pollutant == null ? rows[0]?.devicetype_id : await modelOf(trx, Number(row.nodemap_id))
  const type = own ?? null
  if (rows.some(({ devicetype_id }) => devicetype_id !== type)) return { device_list: { key: 'error.alarm.sameType' } }
  const further = (readConditions(row.conditions)?.rows ?? []).map(({ node }) => node)
  const nodemaps = await trx
    .selectFrom('nodemap')
    .select(['id', 'devicetype_id'])
    .where('id', 'in', [Number(row.nodemap_id), ...further])
    .execute()
  const ofModel = (id: number): boolean =>
    nodemaps.some((nodemap) => nodemap.id === id && nodemap.devicetype_id === type)
  if (!ofModel(Number(row.nodemap_id))) return { nodemap_id: { key: 'error.alarm.nodeType' } }
  return further.every(ofModel) ? {} : { conditions: { key: 'error.alarm.nodeType' } }
}

/** Returns the model of a node map. */
async function modelOf(trx: Transaction<AnyTables>, nodemap: number): Promise<number | null> {
  const row = await trx.selectFrom('nodemap').select('devicetype_id').where('id', '=', nodemap).executeTakeFirst()
  return row?.devicetype_id === undefined ? null : Number(row.devicetype_id)
}

/**
 * Returns the problems of conditions by class or index: a quantity that environmental law does not judge has neither,
 * and only air has an index, except in a project judged by the European scheme, which has none.
 */
function unclassed(registry: Registry, row: Row): Record<string, Problem> {
  const conditions = readConditions(row.conditions)
  const judged = conditions ? [{ node: Number(row.nodemap_id), calc: conditions.calc }, ...conditions.rows] : []
  const measured = (node: number) => registry.nodemap(node)?.pollutant ?? null
  if (judged.some(({ node, calc }) => isByLaw(calc) && measured(node) === null))
    return { conditions: { key: 'error.alarm.noClass' } }
  const scheme = schemeOf(registry.airScheme(Number(row.project_id)))
  const isIndexed = (node: number) =>
    POLLUTANTS.some(({ value, medium }) => value === measured(node) && hasIndex(medium, scheme))
  return judged.some(({ node, calc }) => calc === 'index' && !isIndexed(node))
    ? { conditions: { key: 'error.byLaw.noIndex' } }
    : {}
}

/**
 * Returns the problems of the linked value: its node has to accept it, since a rule that could never act is an error.
 */
function gangedProblem(registry: Registry, row: Row): Record<string, Problem> {
  const device = registry.device(Number(row.ganged_device_id))
  if (!device) return { ganged_device_id: { key: 'error.rule.missing' } }
  if (device.project_id !== row.project_id) return { ganged_device_id: { key: 'error.rule.otherProject' } }
  const node = device.nodes.get(Number(row.ganged_nodemap_id))
  if (!node) return { ganged_nodemap_id: { key: 'error.alarm.nodeType' } }
  const problem = settable(node, Number(row.ganged_value))
  return problem ? { [problem.key === 'error.telemetry.readOnly' ? 'ganged_nodemap_id' : 'ganged_value']: problem } : {}
}

/**
 * Returns the problem of a scope: a user who manages only some areas may not create rules over others. Any model may be
 * named.
 */
function scopeOutside(registry: Registry, caller: Caller, { area }: Scope, project_id: number): Problem | null {
  const known = area === null || registry.area(area)?.project_id === project_id || area === areaResource.tree?.root
  const inside =
    area === null ? !watchesSomeAreas(caller) : registry.mayTouch(caller, { project_id, district_id: area })
  return known && inside ? null : { key: 'error.alarm.outside' }
}

const textOf = (value: string | number | null | undefined): string | null =>
  value === null || value === undefined ? null : String(value)
