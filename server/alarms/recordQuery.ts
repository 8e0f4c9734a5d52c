import { sql, type RawBuilder, type SelectQueryBuilder } from 'kysely'
import { ROOT_AREA } from '../../resources/area.ts'
import type { Caller } from '../../resources/kit/access.ts'
import { LONGEST_MONTH } from '../../resources/kit/zone.ts'
import { scopeOf, type ScopeCondition } from '../crud/scope.ts'
import { badQuery } from '../errors.ts'
import { filledText, momentOf, requireSpan, wholeOf } from '../http/query.ts'
import type { Registry } from '../platform.ts'
import type { Storage, Tables } from '../storage/types.ts'
import { alarmRecordResource } from './record.ts'

/** The checked filters of godbThresholdlogByTimeOrId, with the rows the caller may see. */
export interface RecordFilter {
  conditions: ScopeCondition[]
  /** Null: all groups. */
  groups: readonly AlarmGroup[] | null
  start: number | null
  end: number | null
}

/**
 * Groups of alarm records by outcome; each record is in exactly one: open (it lasts and is not handled), over (it ended
 * before it was handled), false alarm, handled.
 */
const GROUPS = ['open', 'over', 'false', 'handled'] as const
export type AlarmGroup = (typeof GROUPS)[number]

export interface PageRange {
  size: number
  current: number
}

const MAX_PAGE = 1000

/**
 * Reads the filters. Throws 400 for values that make no sense; what the caller may not see is left out of the result.
 */
export function readFilter(query: Record<string, unknown>, caller: Caller, registry: Registry): RecordFilter {
  const conditions = scopeOf(caller, alarmRecordResource, registry)
  const id = wholeOf(query, 'id')
  if (id !== null) conditions.push({ column: 'id', values: [id] })
  const project = wholeOf(query, 'pro_id')
  if (project !== null) conditions.push({ column: 'project_id', values: [project] })
  const district = wholeOf(query, 'districtid')
  if (district !== null && district !== ROOT_AREA)
    conditions.push({ column: 'district_id', values: [...registry.areasBelow([district])] })
  const device = wholeOf(query, 'deviceid')
  if (device !== null) conditions.push({ column: 'device_id', values: [device] })
  const types = filledText(query.types)
  if (types !== null) {
    if (!/^[012](,[012])*$/.test(types)) throw badQuery({ types: { key: 'error.rule.choice' } })
    conditions.push({ column: 'alarm_state', values: [...new Set(types.split(',').map(Number))] })
  }
  const named = filledText(query.groups)?.split(',')
  const groups = named ? GROUPS.filter((group) => named.includes(group)) : null
  if (named && groups?.length !== new Set(named).size) throw badQuery({ groups: { key: 'error.rule.choice' } })
  const [start, end] = [momentOf(query, 'starttime'), momentOf(query, 'endtime')]
  if (start !== null && end !== null) requireSpan(start, end, LONGEST_MONTH)
  return { conditions, groups, start, end }
}

/** Reads page size and number of a paged list (wire.md, Transport). */
export function readPage(query: Record<string, unknown>): PageRange {
  return { size: wholeOf(query, 'page_size', MAX_PAGE) ?? 10, current: wholeOf(query, 'current') ?? 1 }
}

/** A query over alarm records, still to be selected from or counted. */
export type Records = SelectQueryBuilder<Tables, 'thresholdlog', object>

/** Returns the query for the records of a filter. */
export function recordsOf({ read }: Storage, { conditions, groups, start, end }: RecordFilter): Records {
  let query: Records = read.selectFrom('thresholdlog')
  for (const { column, values } of conditions)
    query = query.where(
      values.length === 0
        ? sql<boolean>`1 = 0`
        : sql<boolean>`${sql.ref(`thresholdlog.${column}`)} in (${sql.join(values)})`,
    )
  if (groups !== null)
    query = query.where(
      sql<boolean>`(${sql.join(
        groups.map((group) => inGroup[group]),
        sql` or `,
      )})`,
    )
  if (start !== null) query = query.where('alarm_time', '>=', start)
  if (end !== null) query = query.where('alarm_time', '<=', end)
  return query
}

const inGroup: Record<AlarmGroup, RawBuilder<unknown>> = {
  open: sql`(alarm_state = 0 and is_alarm = 1)`,
  over: sql`(alarm_state = 0 and is_alarm <> 1)`,
  false: sql`alarm_state = 1`,
  handled: sql`alarm_state = 2`,
}

/** Counts the records of a filter. */
export async function countRecords(storage: Storage, filter: RecordFilter): Promise<number> {
  const found = await recordsOf(storage, filter)
    .select((eb) => eb.fn.countAll<number>().as('total'))
    .executeTakeFirst()
  return Number(found?.total ?? 0)
}

/**
 * Counts the records of each group, whichever groups the filter asks for, and the records of the filter. Both come from
 * one count, so that they always agree.
 */
export async function totalsOf(
  storage: Storage,
  filter: RecordFilter,
): Promise<{ total: number; totals: Record<AlarmGroup, number> }> {
  const counts = GROUPS.map((group) =>
    sql<number>`coalesce(sum(case when ${inGroup[group]} then 1 else 0 end), 0)`.as(group),
  )
  const row = await recordsOf(storage, { ...filter, groups: null })
    .select(counts)
    .executeTakeFirstOrThrow()
  const totals = {
    open: Number(row.open),
    over: Number(row.over),
    false: Number(row.false),
    handled: Number(row.handled),
  }
  return { totals, total: (filter.groups ?? GROUPS).reduce((sum, group) => sum + totals[group], 0) }
}
