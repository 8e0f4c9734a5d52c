import type { Selectable } from 'kysely'
import { parseIds } from '../../resources/kit/access.ts'
import { readLimits, readScope, ruleFrom, type AlarmRule } from '../../resources/kit/rule.ts'
import type { Storage, Tables } from '../storage/types.ts'

/** Most devices of one rule that are chosen by hand. */
export const MAX_DEVICES = 1000

/**
 * One enabled threshold, as the engine works with it. Optional texts are '' and lists are empty where the record has
 * none.
 */
export interface Rule extends AlarmRule {
  id: number
  name: string
  project_id: number
  devices: readonly number[]
  nodemap_id: number
  /** Pollutant of the rule's scope: devices of other models measure it by other node maps (scope/resolve.ts). */
  pollutant?: number | null
  /** Whether its devices come from a scope, as it is at the moment. */
  scoped?: boolean
  /** Interval between two messages while the alarm lasts, ms; 0: one message. */
  interval: number
  level: number | null
  /**
   * Minimum off time, ms: an alarm that fires again within this time of its end continues the same episode; 0: never.
   */
  minOff: number
  message: string
  /** Message on recovery; null: none. */
  back: string | null
  phones: readonly number[]
  emails: readonly number[]
  wechats: readonly number[]
  /** Channels that are told (alarms/channels). */
  channels: readonly number[]
  /** Channels told in addition, by the level an alarm reached. */
  tell: ReadonlyMap<number, readonly number[]>
  ganged: { device: number; nodemap: number; value: number } | null
  /** Escalation that runs while the alarm is not taken (alarms/escalation). */
  escalation?: number | null
}

/** Loads the enabled rules, all or one, with one query. */
export async function loadRules({ read }: Storage, id: number | null, zone = 'Asia/Shanghai'): Promise<Rule[]> {
  const query = read.selectFrom('threshold').selectAll().where('enable', '=', 1)
  const rows = await (id === null ? query : query.where('id', '=', id)).execute()
  return rows.flatMap((row) => ruleOf(row, zone) ?? [])
}

/**
 * Converts a stored threshold to a rule; null where the record lacks what the definition requires, since such a rule
 * cannot be broken. Records written from outside the console may.
 */
export function ruleOf(row: Selectable<Tables['threshold']>, zone = 'Asia/Shanghai'): Rule | null {
  const { nodemap_id } = row
  const judging = ruleFrom({ ...row }, zone)
  if (!judging || nodemap_id === null) return null
  const scope = readScope(row.scope)
  return {
    ...judging,
    id: row.id,
    name: row.name ?? '',
    project_id: row.project_id ?? 0,
    devices: [...new Set(parseIds(row.device_list))],
    nodemap_id,
    pollutant: scope?.pollutant ?? null,
    scoped: scope !== null,
    interval: (row.alarm_interval ?? 0) * 60_000,
    level: row.alert_level,
    minOff: judging.minOff ?? 0,
    message: row.alarm_msg ?? '',
    back: row.enable_back === 1 ? (row.back_msg ?? '') : null,
    phones: parseIds(row.alarm_phone),
    emails: parseIds(row.alarm_email),
    wechats: parseIds(row.alarm_wechat),
    channels: parseIds(row.alarm_channel),
    tell: readLimits(row.limits)?.tell ?? new Map<number, readonly number[]>(),
    ganged:
      row.enable_ganged === 1 &&
      row.ganged_device_id !== null &&
      row.ganged_nodemap_id !== null &&
      row.ganged_value !== null
        ? { device: row.ganged_device_id, nodemap: row.ganged_nodemap_id, value: row.ganged_value }
        : null,
    escalation: row.escalation_id,
  }
}
