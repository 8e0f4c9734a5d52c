import type { Selectable } from 'kysely'
import { parseIds } from '../../resources/kit/access.ts'
import { HOLD, isOperator, type AlarmRule } from '../../resources/kit/rule.ts'
import type { Storage, Tables } from '../storage/types.ts'

/** One enabled threshold, as the engine works with it. Optional texts are '' and lists empty where the record has none. */
export interface Rule extends AlarmRule {
  id: number
  name: string
  project_id: number
  devices: readonly number[]
  nodemap_id: number
  /** Milliseconds between two messages while it lasts; 0: one message. */
  interval: number
  level: number | null
  message: string
  /** Message on recovery; null: none. */
  back: string | null
  phones: readonly number[]
  emails: readonly number[]
  wechats: readonly number[]
  ganged: { device: number; nodemap: number; value: number } | null
}

/** The enabled rules: all, or one. One query. */
export async function loadRules({ read }: Storage, id: number | null): Promise<Rule[]> {
  const query = read.selectFrom('threshold').selectAll().where('enable', '=', 1)
  const rows = await (id === null ? query : query.where('id', '=', id)).execute()
  return rows.flatMap((row) => ruleOf(row) ?? [])
}

/** A stored threshold as a rule. Records filled by other hands may lack what the definition requires: such a rule cannot be broken, and is null. */
export function ruleOf(row: Selectable<Tables['threshold']>): Rule | null {
  const { com_oper, params_x, nodemap_id } = row
  if (!isOperator(com_oper) || params_x === null || nodemap_id === null) return null
  return {
    id: row.id,
    name: row.name ?? '',
    project_id: row.project_id ?? 0,
    devices: [...new Set(parseIds(row.device_list))],
    nodemap_id,
    operator: com_oper,
    x: params_x,
    y: row.params_y ?? params_x,
    hold: (row.hold_time ?? HOLD) * 1000,
    interval: (row.alarm_interval ?? 0) * 60_000,
    level: row.alert_level,
    message: row.alarm_msg ?? '',
    back: row.enable_back === 1 ? (row.back_msg ?? '') : null,
    phones: parseIds(row.alarm_phone),
    emails: parseIds(row.alarm_email),
    wechats: parseIds(row.alarm_wechat),
    ganged:
      row.enable_ganged === 1 &&
      row.ganged_device_id !== null &&
      row.ganged_nodemap_id !== null &&
      row.ganged_value !== null
        ? { device: row.ganged_device_id, nodemap: row.ganged_nodemap_id, value: row.ganged_value }
        : null,
  }
}
