import { parseIds } from '../../resources/kit/access.ts'
import type { Storage } from '../storage/types.ts'
import { isOperator, operators, type Operator } from './operators.ts'

/** One enabled threshold, as the engine works with it. Optional texts are '' and lists empty where the record has none. */
export interface Rule {
  id: number
  name: string
  project_id: number
  devices: readonly number[]
  nodemap_id: number
  operator: Operator
  x: number
  y: number
  /** Milliseconds the value has to stay broken. */
  hold: number
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

/** Whether a value breaks a rule. The value is the raw stored one: display scripts and unit factors do not enter into it. */
export const breaks = (rule: Rule, value: number): boolean => operators[rule.operator].broken(value, rule.x, rule.y)

/** Hold time where a record has none (spec 2 §9), seconds. */
export const HOLD = 10

/** The enabled rules: all, or one. One query. */
export async function loadRules({ read }: Storage, id: number | null): Promise<Rule[]> {
  const query = read.selectFrom('threshold').selectAll().where('enable', '=', 1)
  const rows = await (id === null ? query : query.where('id', '=', id)).execute()
  return rows.flatMap((row): Rule[] => {
    const { com_oper, params_x, nodemap_id } = row
    // Records filled by other hands may lack what the definition requires: such a rule cannot be broken.
    if (!isOperator(com_oper) || params_x === null || nodemap_id === null) return []
    return [
      {
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
          row.enable_ganged === 1 && row.ganged_device_id !== null && row.ganged_nodemap_id !== null && row.ganged_value !== null
            ? { device: row.ganged_device_id, nodemap: row.ganged_nodemap_id, value: row.ganged_value }
            : null,
      },
    ]
  })
}
