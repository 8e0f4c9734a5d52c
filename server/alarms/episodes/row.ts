import type { Selectable, Transaction } from 'kysely'
import type { Language } from '../../../i18n/types.ts'
import { isSwitch } from '../../../resources/kit/reading.ts'
import { calcs, isByLaw, SCALE, toDisplayedValue, worstLevel, type Calc } from '../../../resources/kit/rule.ts'
import { works, type Condition, type Work, type WorkState } from '../../../resources/kit/episode.ts'
import type { LiveNode, Platform } from '../../platform.ts'
import type { Storage, Tables } from '../../storage/types.ts'
import { onCallOf } from '../escalation/book.ts'
import { resultNames } from '../results/results.ts'
import { snoozersOf } from './snoozers.ts'
import { isMine, type Viewer } from './viewer.ts'

export type EpisodeRow = Selectable<Tables['thresholdlog']>

/** Returns the part of a stored episode that acts change. */
export const workOf = (row: EpisodeRow): WorkState => ({
  work: works[row.work] ?? 'new',
  assignee_id: row.assignee_id,
  roster_id: row.roster_id,
  on_call_id: row.on_call_id,
  acknowledged_at: row.acknowledged_at,
  snoozed_until: row.snoozed_until,
  snooze_level: row.snooze_level,
  result: row.result,
  closed_by: row.work === CLOSED_WORK ? row.handled_by : null,
  closed_at: row.work === CLOSED_WORK ? row.handled_at : null,
})

/** Returns the number of a `Work` that columns hold. */
export const workNumber = (work: Work): number => works.indexOf(work)
const CLOSED_WORK = workNumber('closed')

/** Returns the state as columns. */
export const workColumns = ({ work, closed_by, closed_at, ...rest }: WorkState) => ({
  ...rest,
  work: workNumber(work),
  handled_by: closed_by,
  handled_at: closed_at,
})

export const conditionOf = ({ is_alarm, silent_since }: Pick<EpisodeRow, 'is_alarm' | 'silent_since'>): Condition =>
  is_alarm !== 1 ? 'cleared' : silent_since === null ? 'active' : 'no_data'

/** Returns the names for the ids in some episodes, one query per kind; for rosters also who is on call now. */
async function namesOf(
  { storage: { read }, settings }: Pick<Platform, 'storage' | 'settings'>,
  rows: readonly EpisodeRow[],
  now: number,
) {
  const named = async (
    ids: readonly (number | null)[],
    find: (ids: number[]) => Promise<{ id: number; name: string | null }[]>,
  ) => {
    const wanted = [...new Set(ids.filter((id) => id !== null))]
    const found = wanted.length === 0 ? [] : await find(wanted)
    return new Map(found.map(({ id, name }) => [id, name ?? '']))
  }
  const [areas, users, rosters, people, worst] = await Promise.all([
    named(
      rows.map(({ district_id }) => district_id),
      (ids) => read.selectFrom('district').select(['id', 'name']).where('id', 'in', ids).execute(),
    ),
    named(
      rows.flatMap(({ assignee_id, handled_by }) => [assignee_id, handled_by]),
      (ids) => read.selectFrom('systemuser').select(['id', 'nickname as name']).where('id', 'in', ids).execute(),
    ),
    onCallOf(
      read,
      rows.map(({ roster_id }) => roster_id),
      now,
      settings.timeZone,
    ),
    named(
      rows.map(({ on_call_id }) => on_call_id),
      (ids) => read.selectFrom('alarminfo').select(['id', 'alarm_name as name']).where('id', 'in', ids).execute(),
    ),
    worstLevels(
      read,
      rows.map(({ threshold_id }) => threshold_id),
    ),
  ])
  return { areas, users, rosters, people, worst }
}

/** Returns the worst level of each of some rules as they are now, by the rule's id; without deleted rules. */
export async function worstLevels(
  read: Storage['read'] | Transaction<Tables>,
  rules: readonly number[],
): Promise<ReadonlyMap<number, number | null>> {
  if (rules.length === 0) return new Map()
  const rows = await read
    .selectFrom('threshold')
    .select(['id', 'limits', 'alert_level'])
    .where('id', 'in', [...new Set(rules)])
    .execute()
  return new Map(rows.map((row) => [row.id, worstLevel(row)]))
}

/**
 * Returns episodes as they travel (docs/wire.md, `alarmwork`), in the order given: with the names, the node and its
 * last value, and whether they are the viewer's.
 */
export async function answersOf(
  platform: Pick<Platform, 'storage' | 'registry' | 'settings'>,
  rows: readonly EpisodeRow[],
  viewer: Viewer,
  language: Language = 'zhCN',
): Promise<object[]> {
  const { storage, registry } = platform
  const { now } = viewer
  const { areas, users, rosters, people, worst } = await namesOf(platform, rows, now)
  const nameOfResult = await resultNames(storage.read, rows, language)
  const snoozers = await snoozersOf(storage.read, rows, now)
  return rows.map((row) => {
    const device = registry.device(row.device_id)
    const node = device?.nodes.get(row.nodemap_id)
    const { rule, since, isShown } = traceOf(row.trace)
    const work = workOf(row)
    const roster = rosters.get(row.roster_id ?? 0)
    const nameOf = (id: number | null): string | null => (id === null ? null : (users.get(id) ?? null))
    return {
      id: row.id,
      threshold_id: row.threshold_id,
      threshold_name: row.threshold_name,
      device_id: row.device_id,
      device_name: device?.name ?? row.device_name,
      devicetype_id: device?.devicetype_id ?? null,
      project_id: row.project_id,
      district_id: row.district_id,
      area_name: areas.get(row.district_id) ?? '',
      nodemap_id: row.nodemap_id,
      node_name: node?.alias ?? row.nodemap_name,
      unitname: node?.unitname ?? '',
      // A value that was judged as it is shown must not go through the script again.
      node_script: isShown ? null : (node?.node_script ?? null),
      registertype: node?.registertype ?? null,
      condition: conditionOf(row),
      work: work.work,
      level: row.alert_level,
      worst_level: worst.get(row.threshold_id) ?? null,
      value: node?.last ? (isShown ? toDisplayedValue(node.node_script, node.last.value) : node.last.value) : null,
      value_at: node?.last?.ts ?? null,
      fired_value: firedValueOf(row),
      limit: rule,
      limit_text: row.alarm_value,
      message: row.alarm_msg,
      since: since ?? row.alarm_time,
      fired_at: row.alarm_time,
      last_fired_at: row.last_fired_at ?? row.alarm_time,
      cleared_at: row.recovered_at,
      no_data_since: row.is_alarm === 1 ? row.silent_since : null,
      duration: (row.recovered_at ?? now) - row.alarm_time,
      peak: row.peak ?? firedValueOf(row),
      peak_at: row.peak_at ?? row.alarm_time,
      refires: row.refires,
      assignee_id: row.assignee_id,
      assignee_name: nameOf(row.assignee_id),
      roster_id: row.roster_id,
      roster_name: roster?.name ?? null,
      on_call_name: people.get(row.on_call_id ?? 0) ?? null,
      // For a closed episode the current person on call is irrelevant.
      on_call_now_name: (work.work !== 'closed' && roster?.person?.name) || null,
      mine: isMine(row, viewer) ? 1 : 0,
      acknowledged_at: row.acknowledged_at,
      snoozed_until: row.snoozed_until,
      snooze_level: row.snooze_level,
      snoozed_by: snoozers.get(row.id)?.id ?? null,
      snoozed_by_name: snoozers.get(row.id)?.name ?? null,
      result: row.result,
      result_name: nameOfResult(row),
      closed_by: work.closed_by,
      closed_by_name: nameOf(work.closed_by),
      closed_at: work.closed_at,
      note: row.note,
      incident: row.incident_id,
      suppressed: row.suppressed,
      version: row.version,
    }
  })
}

interface FiringTrace {
  rule: object | null
  since: number | null
  limitText: string | null
  calc: Calc
  /**
   * Whether the value that the rule judges was known when it fired: another condition, or silence, may have fired it.
   */
  isKnown: boolean
  /** Whether the values of the episode are in the shown scale; else in the stored one. */
  isShown: boolean
  /** Position of the device at the firing, from the device's record; null where it was not known, or not kept. */
  positional: string | null
}

/** Returns the value that fired, in the scale of the rule's limits; null where it was not known. */
export const firedValueOf = ({ real_value, trace }: Pick<EpisodeRow, 'real_value' | 'trace'>): number | null =>
  traceOf(trace).isKnown ? real_value : null

/** Returns the value that fired, in the scale in which values are shown with their unit. */
export function shownValueOf(
  { real_value, trace }: Pick<EpisodeRow, 'real_value' | 'trace'>,
  node: Pick<LiveNode, 'node_script' | 'registertype'> | undefined,
): number | null {
  const { isShown, calc, isKnown } = traceOf(trace)
  if (!isKnown) return null
  if (isShown || !node || isSwitch(node)) return real_value
  return toDisplayedValue(node.node_script, real_value, calc) ?? real_value
}

/** Returns the unit of an episode's values; '' for classes and indices, which have none. */
export const unitOf = ({ trace }: Pick<EpisodeRow, 'trace'>, node: Pick<LiveNode, 'unitname'> | undefined): string =>
  isByLaw(traceOf(trace).calc) ? '' : (node?.unitname ?? '')

/**
 * Reads the trace of a firing: the limit that was reached, when it began to be broken, and the limit in words; null
 * where the trace lacks it.
 */
export function traceOf(text: string | null): FiringTrace {
  try {
    const { rule, since, limit_text, value, positional } = JSON.parse(text ?? '{}') as {
      rule?: Record<string, unknown>
      since?: number
      limit_text?: string
      value?: number | null
      positional?: string
    }
    const calc = calcs.find((each) => each === rule?.['calc']) ?? 'value'
    const isShown = rule?.['limit_scale'] === SCALE.shown
    return {
      rule: rule ?? null,
      since: since ?? null,
      limitText: limit_text ?? null,
      calc,
      isKnown: value !== null,
      isShown,
      positional: positional ?? null,
    }
  } catch {
    return { rule: null, since: null, limitText: null, calc: 'value', isKnown: true, isShown: false, positional: null }
  }
}
