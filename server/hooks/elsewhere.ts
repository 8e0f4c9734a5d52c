import { sql, type SqlBool, type Transaction } from 'kysely'
import { idsIn } from '../alarms/escalation/book.ts'
import { watchesSomeAreas } from '../crud/scope.ts'
import { ApiError, invalid } from '../errors.ts'
import { reachesAll } from '../north/reach.ts'
import type { PendingSave } from '../platform/hook.ts'
import type { AnyTables } from '../storage/types.ts'
import { levelChannels } from './levelChannels.ts'

/**
 * Whether a record serves areas outside the caller's. Called only where the answer matters, because it takes queries.
 */
type Serves = () => boolean | Promise<boolean>

/** Names and remarks: they do not change what a record does. */
const SAID: ReadonlySet<string> = new Set(['name', 'explained'])

/**
 * Refuses changes of a record that serves areas which the caller does not manage: a user who manages only some areas
 * must neither keep alarms and pushes of other areas from their recipients, nor redirect them. Names and remarks may
 * change.
 *
 * @param servesElsewhere whether the record serves areas or devices that the caller does not manage
 * @throws {ApiError} 400 at the first field that the save changes
 */
export async function refuseChangesElsewhere(
  { resource, row, old, signedIn: { caller } }: Pick<PendingSave, 'resource' | 'row' | 'old' | 'signedIn'>,
  servesElsewhere: Serves,
): Promise<void> {
  if (!watchesSomeAreas(caller)) return
  const changed = Object.entries(resource.fields).filter(
    ([name, { readOnly }]) =>
      !SAID.has(name) && readOnly !== true && String(row[name] ?? '') !== String(old?.[name] ?? ''),
  )
  const [field] = changed.find(([, { hidden }]) => hidden !== true) ?? changed[0] ?? []
  if (field !== undefined && (await servesElsewhere())) throw invalid({ [field]: { key: 'error.maintenance.outside' } })
}

/**
 * Refuses the deletion of a record that serves areas which the caller does not manage (403). Records that rules name
 * need no such check: they cannot be deleted while they are in use, whichever areas use them.
 */
export async function keepFromDeletion(
  { signedIn: { caller } }: Pick<PendingSave, 'signedIn'>,
  servesElsewhere: Serves,
): Promise<void> {
  if (watchesSomeAreas(caller) && (await servesElsewhere())) throw new ApiError(403, 'error.maintenance.outside')
}

/**
 * Whether rules that notify through one of these escalations, or through this channel, belong to areas that the caller
 * does not manage, or watch devices there.
 *
 * @param channel id of the channel; null: the escalations alone are checked
 */
export async function isUsedElsewhere(
  trx: Transaction<AnyTables>,
  { platform: { registry }, signedIn: { caller } }: Pick<PendingSave, 'platform' | 'signedIn'>,
  escalations: readonly number[],
  channel: number | null = null,
): Promise<boolean> {
  const ways = [
    ...(escalations.length > 0 ? [sql`escalation_id in (${sql.join([...escalations])})`] : []),
    // Limits name channels inside a JSON text, which the two engines cannot read alike: every rule with limits is read.
    ...(channel === null ? [] : [sql`${listed('alarm_channel', channel)} or limits is not null`]),
  ]
  if (ways.length === 0) return false
  const rules = await trx
    .selectFrom('threshold')
    .select(['district_id', 'device_list', 'escalation_id', 'alarm_channel', 'limits'])
    .where('project_id', '=', caller.project_id ?? 0)
    .where(sql<SqlBool>`(${sql.join(ways, sql` or `)})`)
    .execute()
  const areas = registry.areasBelow(caller.districts)
  return rules.some(
    (rule) =>
      (escalations.includes(Number(rule.escalation_id)) ||
        (channel !== null && [...idsIn(rule.alarm_channel), ...levelChannels(rule.limits)].includes(channel))) &&
      !(areas.has(Number(rule.district_id)) && reachesAll(registry, caller, rule.device_list)),
  )
}

/** Returns the escalations whose steps name a roster or a channel. */
export async function escalationsNaming(
  trx: Transaction<AnyTables>,
  column: 'rosters' | 'channels',
  id: number,
): Promise<number[]> {
  const rows = await trx.selectFrom('alarmescalation').select('id').where(listed(column, id)).execute()
  return rows.map((row) => Number(row.id))
}

/** Whether a comma-separated list of ids contains an id. */
const listed = (column: string, id: number) => sql<SqlBool>`(',' || ${sql.ref(column)} || ',') like ${`%,${id},%`}`
