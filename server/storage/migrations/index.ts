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
]
