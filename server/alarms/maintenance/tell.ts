import { isSnoozed, works } from '../../../resources/kit/episode.ts'
import type { Alarms, Platform } from '../../platform.ts'
import type { Job } from '../../platform/processes.ts'
import { readChannelBook, type ChannelManner } from '../channels/rows.ts'
import type { Decision } from '../episodes/decision.ts'
import type { EpisodeRow } from '../episodes/row.ts'
import { valueNow } from '../episodes/valueNow.ts'
import { startEscalation } from '../escalation/columns.ts'
import { insertMessages, type JournalEntry } from '../journalRows.ts'
import { contactsOf } from '../messages.ts'
import { loadRules, type Rule } from '../rules.ts'
import { ruleOn } from '../scope/resolve.ts'
import { reachedRule } from '../watch.ts'
import { silentOf } from '../watching/stored.ts'
import { factsOf } from '../words.ts'

type Services = Pick<Platform, 'storage' | 'registry' | 'maintenance'> & {
  manner: ChannelManner
  alarms: Pick<Alarms, 'standing'>
}

/** Open episodes have a smaller number. */
const CLOSED = works.indexOf('closed')
/** Most episodes of one query. */
const BATCH_SIZE = 500

/**
 * Tells alarms that fired within a maintenance window and last after its end, or after the window was changed, disabled
 * or deleted. The episodes are read from the database and marked in the transaction of their messages, so that neither
 * a stop nor another leader loses or doubles one. A closed episode is known to the user who closed it: it waits until
 * it is reopened. Returns how many were told, and how many are still kept.
 */
export async function notifyHeldAlarms(services: Services, now = Date.now()): Promise<{ told: number; kept: number }> {
  const { storage, maintenance } = services
  let [told, kept] = [0, 0]
  for (let after = 0; ; ) {
    const found = await storage.read
      .selectFrom('thresholdlog')
      .select(['id', 'device_id', 'threshold_id'])
      .where('work', '<', CLOSED)
      .where('suppressed', '=', 1)
      .where('is_alarm', '=', 1)
      .where('id', '>', after)
      .orderBy('id')
      .limit(BATCH_SIZE)
      .execute()
    for (const { id, device_id, threshold_id } of found) {
      if (maintenance.holds(device_id, threshold_id, now)) {
        kept++
        continue
      }
      const [rule] = await loadRules(storage, threshold_id, services.manner.timeZone)
      if (await tell(services, id, rule && ruleOn(services.registry, rule, device_id), now)) told++
    }
    if (found.length < BATCH_SIZE) return { told, kept }
    after = found.at(-1)?.id ?? after
  }
}

/** Interval of the check while there is no window, ms: a window may have been deleted while there was no leader. */
const IDLE_INTERVAL_MS = 60_000

/** Makes the leader's job, which runs every second while there are windows. */
export function heldAlarmsJob(services: Services, told: () => void): Job {
  let next = 0
  return {
    name: 'maintenance',
    everyMs: 1000,
    async run(_signal, storage = services.storage) {
      const now = Date.now()
      if (now < next && !services.maintenance.any()) return
      const found = await notifyHeldAlarms({ ...services, storage }, now)
      next = found.kept + found.told > 0 ? 0 : now + IDLE_INTERVAL_MS
      if (found.told > 0) told()
    },
  }
}

/**
 * Marks one episode as told, and writes its messages. Returns false where it ended meanwhile, or was told by another
 * process.
 */
async function tell(
  { storage, registry, manner, alarms }: Services,
  id: number,
  rule: Rule | undefined,
  now: number,
): Promise<boolean> {
  const before = await storage.read.selectFrom('thresholdlog').selectAll().where('id', '=', id).executeTakeFirst()
  if (!before) return false
  const silent = (await silentOf(storage, [before])).has(id)
  const entry = rule ? entryOf({ registry, alarms }, before, rule, { now, manner, silent }) : null
  const entries = entry ? [entry] : []
  const [contacts, book] = await Promise.all([
    contactsOf(storage, entries),
    readChannelBook(storage, registry, {
      channels: entries.flatMap((one) => one.rule.channels),
      devices: entries.map(({ deviceId }) => deviceId),
    }),
  ])
  return storage.write(async (trx) => {
    const row = await trx
      .updateTable('thresholdlog')
      .set({ suppressed: 0, ...startEscalation({ escalation: before.escalation_id }, now) })
      .where('id', '=', id)
      .where('suppressed', '=', 1)
      .where('is_alarm', '=', 1)
      .where('work', '<', CLOSED)
      .returning('snoozed_until')
      .executeTakeFirst()
    if (!row) return false
    await trx
      .insertInto('episodeact')
      .values({ thresholdlog_id: id, at: now, kind: 'maintenance_over', user_id: null, data: null })
      .execute()
    if (!entry) return true
    const decisions = new Map<JournalEntry, Decision>(
      isSnoozed(row, now) ? [[entry, { withheld: { key: 'error.alarm.snoozed' } }]] : [],
    )
    await insertMessages(trx, entries, contacts, () => id, { registry, book, manner, decisions })
    return true
  })
}

/**
 * Returns the alarm as it would be told if it fired now: with the limit that it reached and its value now, or its
 * silence.
 */
function entryOf(
  stands: Pick<Services, 'registry' | 'alarms'>,
  row: EpisodeRow,
  rule: Rule,
  { now, manner, silent }: { now: number; manner: ChannelManner; silent: boolean },
): JournalEntry {
  const rank = (rule.levels ?? []).findIndex(({ level }) => level === row.alert_level)
  const reached = reachedRule({ rule, rank, ts: now })
  const value = valueNow(stands, rule, row)
  const facts = factsOf(stands.registry, { rule: reached, deviceId: row.device_id, value, silent }, now, manner)
  return {
    kind: 'fire',
    rule: reached,
    deviceId: row.device_id,
    episode: { logId: row.id },
    at: now,
    since: row.last_fired_at ?? row.alarm_time,
    receivedAt: now,
    facts,
    notify: true,
    maintained: false,
    trace: null,
  }
}
