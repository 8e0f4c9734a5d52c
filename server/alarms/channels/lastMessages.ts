import { sql, type RawBuilder } from 'kysely'
import type { Caller } from '../../../resources/kit/access.ts'
import { watchesSomeAreas } from '../../crud/scope.ts'
import type { Platform } from '../../platform.ts'
import { episodeScope } from '../episodes/list.ts'
import { isDigestRow } from '../storm/mark.ts'
import type { ChannelRow } from './rows.ts'

/** Most messages of a channel that the console lists. */
const MAX_MESSAGES = 50

/**
 * Returns the last messages of a channel about its own project, newest first. A caller limited to some areas gets those
 * about alarms in these areas, and no digests: a digest tells of several alarms at once, in any area.
 */
export function lastMessages(
  { storage: { read }, registry }: Pick<Platform, 'storage' | 'registry'>,
  caller: Caller,
  channel: Pick<ChannelRow, 'id' | 'project_id'>,
) {
  const all = read
    .selectFrom('alarmsendlog')
    .select(['id', 'thresholdlog_id', 'alarm_time', 'send_data', 'send_ok', 'attempts', 'next_at', 'explained'])
    .select(['alarm_type', 'claimed_at'])
    .where('channel_id', '=', channel.id)
    .where('channel_id', 'is not', null)
    // Messages of a channel that was moved to another project stay with the old project.
    .where('project_id', '=', channel.project_id ?? 0)
    .orderBy('id', 'desc')
    .limit(MAX_MESSAGES)
  const asked = watchesSomeAreas(caller)
    ? all.where(ofAlarmsSeen(registry, caller)).where(sql<boolean>`not ${isDigestRow}`)
    : all
  return asked.execute()
}

/** Whether the alarm of a message is one that the caller may see. */
function ofAlarmsSeen(registry: Platform['registry'], caller: Caller): RawBuilder<boolean> {
  const conditions = episodeScope({ registry }, caller).map(
    ({ column, values }) => sql`${sql.ref(`alarm.${column}`)} in (${sql.join(values)})`,
  )
  return sql<boolean>`exists (select 1 from thresholdlog as alarm where alarm.id = alarmsendlog.thresholdlog_id and ${sql.join(conditions, sql` and `)})`
}
