import { sql, type SqlBool, type Transaction } from 'kysely'
import { idsIn } from '../alarms/escalation/book.ts'
import { watchesSomeAreas } from '../crud/scope.ts'
import { ApiError, invalid } from '../errors.ts'
import { reachesAll } from '../north/reach.ts'
import type { PendingSave } from '../platform/hook.ts'
import type { AnyTables } from '../storage/types.ts'
import { toldAt } from './toldAt.ts'

/** Asked only where it matters: it takes queries. */
type Serves = () => boolean | Promise<boolean>

/** What a record is called, and remarks: they change nothing of what it does. */
const SAID: ReadonlySet<string> = new Set(['name', 'explained'])

/**
 * What serves areas that are not a caller's is not theirs to change: whoever manages some areas alone neither keeps alarms and pushes of the others from
 * those they go to, nor has them go elsewhere. Names and remarks are free. Throws 400 at the first field that a save changes.
 *
 * @param servesElsewhere whether the record serves areas or devices that the caller does not manage
 */
export async function keepElsewhere(
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

/** The same of deleting a record: 403. Of what rules name none is needed: that is in use, by whomever. */
export async function keepFromDeletion(
  { signedIn: { caller } }: Pick<PendingSave, 'signedIn'>,
  servesElsewhere: Serves,
): Promise<void> {
  if (watchesSomeAreas(caller) && (await servesElsewhere())) throw new ApiError(403, 'error.maintenance.outside')
}

/**
 * Whether rules tell by some escalations, or by a channel, that are of other areas than a caller's, or watch devices there.
 *
 * @param channel its id; null: of escalations alone
 */
export async function areToldElsewhere(
  trx: Transaction<AnyTables>,
  { platform: { registry }, signedIn: { caller } }: Pick<PendingSave, 'platform' | 'signedIn'>,
  escalations: readonly number[],
  channel: number | null = null,
): Promise<boolean> {
  const ways = [
    ...(escalations.length > 0 ? [sql`escalation_id in (${sql.join([...escalations])})`] : []),
    // Limits name channels inside a text, which no engine reads alike.
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
        (channel !== null && [...idsIn(rule.alarm_channel), ...toldAt(rule.limits)].includes(channel))) &&
      !(areas.has(Number(rule.district_id)) && reachesAll(registry, caller, rule.device_list)),
  )
}

/** The escalations whose steps name a roster or a channel. */
export async function escalationsNaming(
  trx: Transaction<AnyTables>,
  column: 'rosters' | 'channels',
  id: number,
): Promise<number[]> {
  const rows = await trx.selectFrom('alarmescalation').select('id').where(listed(column, id)).execute()
  return rows.map((row) => Number(row.id))
}

/** Whether comma-joined ids hold one. */
const listed = (column: string, id: number) => sql<SqlBool>`(',' || ${sql.ref(column)} || ',') like ${`%,${id},%`}`
