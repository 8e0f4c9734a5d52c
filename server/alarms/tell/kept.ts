import { traceOf, type EpisodeRow } from '../episodes/row.ts'
import type { Rule } from '../rules.ts'

/**
 * What an episode keeps of a rule that is gone: name, node, level, its words as they were filled in, and of what its values are. Its limit is there in words
 * alone (alarm_value).
 *
 * @param zone whose days and nights a class is of
 */
export function keptRule(row: EpisodeRow, zone: string): Rule {
  const { calc, isShown } = traceOf(row.trace)
  return {
    id: row.threshold_id,
    name: row.threshold_name,
    project_id: row.project_id,
    devices: [row.device_id],
    nodemap_id: row.nodemap_id,
    operator: 0,
    x: 0,
    y: 0,
    hold: 0,
    interval: 0,
    minOff: 0,
    level: row.alert_level,
    message: row.alarm_msg,
    back: null,
    phones: [],
    emails: [],
    wechats: [],
    channels: [],
    tell: new Map(),
    ganged: null,
    zone,
    ...(isShown && { ofShown: true as const }),
    ...(calc !== 'value' && { conditions: { calc, minutes: 0, join: 'and' as const, rows: [] } }),
  }
}
