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
import { announces, call, WireError } from '../http.ts'
import { projectOf, type Filter } from '../lists.ts'
import { readRecords, readText } from '../normalise.ts'
import { dayIn, idIn, type PlainResource } from '../plain.ts'

/** Longest span of the list, days (spec 1 §5), and how far back it reaches at first. */
export const MAX_SPAN_DAYS = 30
export const USUAL = 6

/**
 * What the list is narrowed to; in its address `dis_id`, `device`, `pro_id`, `first` and `last`, calendar days of the platform, and
 * `states`, a list of groups.
 */
export interface AlarmFilter {
  area: number | null
  device: number | null
  project: number | null
  first: string
  last: string
  /** Empty: all. */
  groups: readonly AlarmGroup[]
}

/** The filter as the list takes it: addresses are written by hand, too, and no list reaches beyond its longest span or into the future. */
export function readAlarmFilter(filter: Filter, today: string): AlarmFilter {
  const given = dayIn(filter['last']) ?? today
  const last = given > today ? today : given
  const from = dayIn(filter['first']) ?? addDays(last, -USUAL)
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

/** What an answer of the list says beside its rows. */
export interface AlarmMeta {
  /** When it came, epoch ms. */
  at: number
  /** The platform tells what recovered unhandled from what is to be handled. */
  grouped: boolean
  /** How many there are of each group of all that the other filters find; what the platform does not count is absent. */
  totals: Partial<Record<AlarmGroup, number>>
}

/**
 * The alarm records, newest first; days are those of the zone that `meta.zone` names. A platform without the extension "alarm-groups" tells states
 * alone: what recovered unhandled is then among the unhandled, in the filter and in the count.
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
    // Platforms that look for none by its number answer their newest.
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

/** What a filter finds, as an .xlsx file. */
export const alarmWorkbook = async (filter: Filter, zone: Zone): Promise<File> =>
  alarmSheet((await queryOf(filter, zone)).query)

type Scope = Omit<AlarmQuery, 'page' | 'size' | 'states' | 'groups'>

async function queryOf(filter: Filter, zone: Zone) {
  const grouped = (await announces('alarm-groups')) === true
  const { first, last, groups, ...where } = readAlarmFilter(filter, zone.day(platformNow()))
  const scope: Scope = { ...where, ...zone.rangeOf(first, last) }
  const narrowed = grouped ? { groups } : { states: [...new Set(groups.map((group) => STATES[group]))] }
  return { grouped, scope, query: { ...scope, ...narrowed } }
}

const STATES: Record<AlarmGroup, AlarmState> = { open: 0, over: 0, false: 1, handled: 2 }

/** How many records of each state are found, asked of a platform that counts no groups: one short page a state. */
async function statesOf(scope: Scope, signal?: AbortSignal): Promise<AlarmMeta['totals']> {
  const count = async (state: AlarmState) =>
    (await alarmRecords({ ...scope, states: [state], page: 1, size: 1 }, signal)).total
  const [open, falseAlarm, handled] = await Promise.all([count(0), count(1), count(2)])
  return { open, false: falseAlarm, handled }
}
