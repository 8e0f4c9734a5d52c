import { platformNow } from '../clock.ts'
import { addDays, Zone } from '../../resources/kit/zone.ts'
import {
  ALARM_GROUPS,
  alarmRecords,
  alarmSheet,
  handleAlarm,
  readRecord,
  type AlarmGroup,
  type AlarmQuery,
  type AlarmRecord,
  type AlarmState,
} from '../alarms.ts'
import { isAnnounced, call, WireError } from '../http.ts'
import { projectOf, type Filter } from '../lists.ts'
import { readRecords, readText } from '../normalise.ts'
import { dayIn, idIn, type PlainResource } from '../plain.ts'

/** Longest span of the list, days (spec 1 §5), and how many days before the last day the default span begins. */
export const MAX_SPAN_DAYS = 30
export const DEFAULT_SPAN_DAYS = 6

/**
 * Filter of the list; in the page's address `dis_id`, `device`, `pro_id`, `first` and `last`, calendar days of the
 * platform, and `states`, a list of groups.
 */
export interface AlarmFilter {
  area: number | null
  device: number | null
  project: number | null
  first: string
  last: string
  /** Empty: all groups. */
  groups: readonly AlarmGroup[]
}

/**
 * Reads and corrects a filter: addresses may be typed by hand, and no list exceeds its longest span or reaches into the
 * future.
 */
export function readAlarmFilter(filter: Filter, today: string): AlarmFilter {
  const given = dayIn(filter['last']) ?? today
  const last = given > today ? today : given
  const from = dayIn(filter['first']) ?? addDays(last, -DEFAULT_SPAN_DAYS)
  const first = from > last ? last : from
  const groups: unknown[] = Array.isArray(filter['states']) ? filter['states'] : []
  return {
    area: idIn(filter.dis_id),
    device: idIn(filter['device']),
    project: projectOf(filter),
    first: first < addDays(last, -MAX_SPAN_DAYS) ? addDays(last, -MAX_SPAN_DAYS) : first,
    last,
    groups: ALARM_GROUPS.filter((group) => groups.includes(group)),
  }
}

/** What the list's answer contains besides its rows. */
export interface AlarmMeta {
  /** When the answer arrived, epoch ms. */
  at: number
  /** The platform tells alarms that recovered unhandled apart from those that are still to be handled. */
  grouped: boolean
  /**
   * Number of records in each group, over all records that match the other filters; groups that the platform does not
   * count are absent.
   */
  totals: Partial<Record<AlarmGroup, number>>
}

/**
 * The alarm records, newest first; days are those of the time zone in `meta.zone`. A platform without the extension
 * "alarm-groups" only has states: alarms that recovered unhandled then count as unhandled, in the filter and in the
 * totals.
 */
export const alarmList: PlainResource = {
  getList: async ({ page, perPage, filter, meta }, signal) => {
    const { grouped, scope, query } = await queryOf(filter, new Zone(readText(meta['zone'])))
    const [{ rows, total, totals }, states] = await Promise.all([
      alarmRecords({ ...query, page, size: perPage, totals: grouped }, signal),
      grouped ? null : statesOf(scope, signal).catch(() => null),
    ])
    const told: AlarmMeta = { at: platformNow(), grouped, totals: totals ?? states ?? {} }
    return { data: rows, total, meta: told }
  },
  getOne: async (id, signal) => {
    const query = { page_size: 10, current: 1, id }
    const rows = readRecords(await call('GET', 'godbThresholdlogByTimeOrId', { query, signal })).flatMap(readRecord)
    // Platforms that cannot look a record up by its number answer their newest records.
    const record = rows.find((row) => row.id === Number(id))
    if (!record) throw new WireError('error.notFound', 404, { code: 404 })
    return record
  },
  update: async (data, previous) => {
    const record = previous as AlarmRecord
    const { state, explained } = data as { state: 1 | 2; explained: string }
    await handleAlarm(record, state, explained)
    return { ...record, state, explained: explained || null }
  },
}

/** Returns the records that a filter finds as an .xlsx file. */
export const alarmWorkbook = async (filter: Filter, zone: Zone): Promise<File> =>
  alarmSheet((await queryOf(filter, zone)).query)

type Scope = Omit<AlarmQuery, 'page' | 'size' | 'states' | 'groups'>

async function queryOf(filter: Filter, zone: Zone) {
  const grouped = (await isAnnounced('alarm-groups')) === true
  const { first, last, groups, ...where } = readAlarmFilter(filter, zone.day(platformNow()))
  const scope: Scope = { ...where, ...zone.rangeOf(first, last) }
  const narrowed = grouped ? { groups } : { states: [...new Set(groups.map((group) => STATES[group]))] }
  return { grouped, scope, query: { ...scope, ...narrowed } }
}

const STATES: Record<AlarmGroup, AlarmState> = { open: 0, over: 0, false: 1, handled: 2 }

/** Counts the records of each state, for a platform that does not count groups: requests one short page per state. */
async function statesOf(scope: Scope, signal?: AbortSignal): Promise<AlarmMeta['totals']> {
  const count = async (state: AlarmState) =>
    (await alarmRecords({ ...scope, states: [state], page: 1, size: 1 }, signal)).total
  const [open, falseAlarm, handled] = await Promise.all([count(0), count(1), count(2)])
  return { open, false: falseAlarm, handled }
}
