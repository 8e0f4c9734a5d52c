import type { Transaction } from 'kysely'
import type { EngineName } from '../columns.ts'
import type { Tables } from '../types.ts'
import { rootArea } from './0002-root-area.ts'
import { waitingMessages } from './0005-waiting-messages.ts'
import { reservedUserIds } from './0006-reserved-user-ids.ts'
import { permissionTypes } from './0007-permission-types.ts'
import { tally } from './0008-tally.ts'
import { entityFiles } from './0010-entity-files.ts'
import { claims } from './0011-claims.ts'
import { control } from './0012-control.ts'
import { recordOperations } from './0013-record-operations.ts'
import { alarmInbox } from './0014-alarm-inbox.ts'
import { deviceCodes } from './0018-device-codes.ts'
import { knownNetworks } from './0019-known-networks.ts'
import { keptCounts } from './0021-kept-counts.ts'
import { wallSessions } from './0022-wall-sessions.ts'
import { historyIsEvidence } from './0023-history-is-evidence.ts'
import { switchUnits } from './0025-switch-units.ts'
import { hj212 } from './0026-hj212.ts'
import { environment } from './0030-environment.ts'
import { leanDays } from './0031-lean-days.ts'
import { northReports } from './0035-north-reports.ts'
import { quality } from './0036-quality.ts'
import { qualityReviews } from './0037-quality-reviews.ts'
import { corrections } from './0038-corrections.ts'
import { escalation } from './0041-escalation.ts'
import { onCall } from './0042-on-call.ts'
import { storms } from './0043-storms.ts'
import { episodeSwitches } from './0044-episode-switches.ts'
import { episodes } from './0046-episodes.ts'
import { episodeIndexes } from './0047-episode-indexes.ts'
import { qualityDays } from './0049-quality-days.ts'
import { qualityTests } from './0048-quality-tests.ts'
import { channels } from './0053-channels.ts'
import { ruleStates } from './0054-rule-states.ts'
import { inboxIndexes } from './0055-inbox-indexes.ts'
import { alarmNames } from './0056-alarm-names.ts'
import { actKeys } from './0057-act-keys.ts'
import { leases } from './0058-leases.ts'
import { endNotices } from './0060-end-notices.ts'
import { dayMeans } from './0061-day-means.ts'
import { directions } from './0062-directions.ts'
import { alarmsFollow } from './0067-alarms-follow.ts'
import { refusedMessages } from './0068-refused-messages.ts'
import { disabledSessions } from './0072-disabled-sessions.ts'
import { dimensionlessNodes } from './0073-dimensionless-nodes.ts'
import { limitScale } from './0074-limit-scale.ts'
import { noiseDays } from './0075-noise-days.ts'
import { missingPollutants } from './0076-missing-pollutants.ts'
import { marksByHour } from './0077-marks-by-hour.ts'
import { operationAreas } from './0078-operation-areas.ts'
import { noiseTenths } from './0079-noise-tenths.ts'
import { sulphurDays } from './0080-sulphur-days.ts'
import { stationNames } from './0081-station-names.ts'
import { sulphurDaysBetween } from './0082-sulphur-days-between.ts'
import { daysBetween } from './0083-days-between.ts'
import { inboxCounts } from './0084-inbox-counts.ts'
import { soundEnergies } from './0085-sound-energies.ts'
import { systemTables } from './0001-system-tables.ts'
import { alarmAndPushTables } from './0003-alarm-and-push-tables.ts'
import { rollupsAndAppendOnlyLog } from './0004-rollups-and-append-only-log.ts'

/** One step of the schema's history. `up` runs once on a database, inside the transaction of the start. */
export interface Migration {
  name: string
  up(trx: Transaction<Tables>, engine: EngineName): Promise<void>
}

/** In order; the name is recorded, so a step that was released is never renamed, changed or removed. */
export const migrations: readonly Migration[] = [
  { name: '0001-system-tables', up: systemTables },
  { name: '0002-root-area', up: rootArea },
  { name: '0003-alarm-and-push-tables', up: alarmAndPushTables },
  { name: '0004-rollups-and-append-only-log', up: rollupsAndAppendOnlyLog },
  { name: '0005-waiting-messages', up: waitingMessages },
  { name: '0006-reserved-user-ids', up: reservedUserIds },
  { name: '0007-permission-types', up: permissionTypes },
  { name: '0008-tally', up: tally },
  { name: '0010-entity-files', up: entityFiles },
  { name: '0011-claims', up: claims },
  { name: '0012-control', up: control },
  { name: '0013-record-operations', up: recordOperations },
  { name: '0014-alarm-inbox', up: alarmInbox },
  { name: '0018-device-codes', up: deviceCodes },
  { name: '0019-known-networks', up: knownNetworks },
  { name: '0021-kept-counts', up: keptCounts },
  { name: '0022-wall-sessions', up: wallSessions },
  { name: '0023-history-is-evidence', up: historyIsEvidence },
  { name: '0025-switch-units', up: switchUnits },
  { name: '0026-hj212', up: hj212 },
  { name: '0030-environment', up: environment },
  { name: '0031-lean-days', up: leanDays },
  { name: '0035-north-reports', up: northReports },
  { name: '0036-quality', up: quality },
  { name: '0037-quality-reviews', up: qualityReviews },
  { name: '0038-corrections', up: corrections },
  { name: '0041-escalation', up: escalation },
  { name: '0042-on-call', up: onCall },
  { name: '0043-storms', up: storms },
  { name: '0044-episode-switches', up: episodeSwitches },
  { name: '0046-episodes', up: episodes },
  { name: '0047-episode-indexes', up: episodeIndexes },
  { name: '0048-quality-tests', up: qualityTests },
  { name: '0049-quality-days', up: qualityDays },
  { name: '0053-channels', up: channels },
  { name: '0054-rule-states', up: ruleStates },
  { name: '0055-inbox-indexes', up: inboxIndexes },
  { name: '0056-alarm-names', up: alarmNames },
  { name: '0057-act-keys', up: actKeys },
  { name: '0058-leases', up: leases },
  { name: '0060-end-notices', up: endNotices },
  { name: '0061-day-means', up: dayMeans },
  { name: '0062-directions', up: directions },
  { name: '0067-alarms-follow', up: alarmsFollow },
  { name: '0068-refused-messages', up: refusedMessages },
  { name: '0072-disabled-sessions', up: disabledSessions },
  { name: '0073-dimensionless-nodes', up: dimensionlessNodes },
  { name: '0074-limit-scale', up: limitScale },
  { name: '0075-noise-days', up: noiseDays },
  { name: '0076-missing-pollutants', up: missingPollutants },
  { name: '0077-marks-by-hour', up: marksByHour },
  { name: '0078-operation-areas', up: operationAreas },
  { name: '0079-noise-tenths', up: noiseTenths },
  { name: '0080-sulphur-days', up: sulphurDays },
  { name: '0081-station-names', up: stationNames },
  { name: '0082-sulphur-days-between', up: sulphurDaysBetween },
  { name: '0083-days-between', up: daysBetween },
  { name: '0084-inbox-counts', up: inboxCounts },
  { name: '0085-sound-energies', up: soundEnergies },
]
