import { traceOf, type EpisodeRow } from '../episodes/row.ts'
import type { Rule } from '../rules.ts'

/**
 * Returns what an episode keeps of a deleted rule: name, node, level, its message as it was filled in, and the kind of
 * its values. The limit is kept in words only (alarm_value).
 *
 * @param zone time zone of the days and nights of a class
 */
export function ruleOfEpisode(row: EpisodeRow, zone: string): Rule {
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
