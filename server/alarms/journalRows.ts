import { sql, type InsertObject, type RawBuilder, type Transaction } from 'kysely'
import { STATE } from '../../resources/kit/rule.ts'
import type { Problem } from '../../resources/kit/rules.ts'
import type { Registry } from '../platform.ts'
import type { Tables } from '../storage/types.ts'
import { writeUnanswered } from '../storage/unanswered.ts'
import { chunks } from './chunks.ts'
import { newsOf, type AlarmEvent } from './channels/news.ts'
import { channelRow, type ChannelBook, type ChannelManner } from './channels/rows.ts'
import { applyDecision, type Decision } from './episodes/decision.ts'
import { positionalsOf } from './episodes/incidents.ts'
import { placedTrace } from './episodes/trace.ts'
import { startEscalation } from './escalation/columns.ts'
import { alarmMessages, type Contact, type MessageContext } from './messages.ts'
import type { Rule } from './rules.ts'
import { holdStorms } from './storm/hold.ts'
import type { Episode } from './watch.ts'
import { factsOf, type Facts } from './words.ts'

/** An event to record, with the facts as of the time it happened. */
export interface JournalEntry {
  kind: 'fire' | 'repeat' | 'worsen' | 'recover'
  rule: Rule
  deviceId: number
  episode: Episode
  at: number
  /** When the rule began to be broken, epoch ms. */
  since: number
  /** When the platform received what caused the event, epoch ms. */
  receivedAt: number
  facts: Facts
  /** Whether contacts are notified. */
  notify: boolean
  /** Why contacts are not notified, whatever else is decided; written into the send log. */
  withheld?: Problem
  /** It happened within a maintenance window: it is written, but neither told nor acted upon. */
  maintained: boolean
  /** Why the alarm fired, as JSON. */
  trace: string | null
}

type Trx = Transaction<Tables>

export async function insertLogs(trx: Trx, fired: readonly JournalEntry[], ids: Map<Episode, number>): Promise<void> {
  for (const some of chunks(fired)) {
    const positionals = await positionalsOf(
      trx,
      some.map(({ deviceId }) => deviceId),
    )
    // The order of returned rows is not guaranteed: they are matched by their values.
    const inserted = await trx
      .insertInto('thresholdlog')
      .values(some.map((entry) => logRow(entry, positionals.get(entry.deviceId))))
      .returning(['id', 'threshold_id', 'device_id', 'alarm_time'])
      .execute()
    const free = new Map<string, number[]>()
    for (const row of inserted.toSorted((a, b) => a.id - b.id))
      free.set(keyOf(row), [...(free.get(keyOf(row)) ?? []), row.id])
    for (const { episode, rule, deviceId, at } of some) {
      const id = free.get(keyOf({ threshold_id: rule.id, device_id: deviceId, alarm_time: at }))?.shift()
      if (id !== undefined) ids.set(episode, id)
    }
  }
}

const keyOf = (row: { threshold_id: number; device_id: number; alarm_time: number }): string =>
  `${row.threshold_id}/${row.device_id}/${row.alarm_time}`

const logRow = (
  { rule, deviceId, at, receivedAt, facts, maintained, trace }: JournalEntry,
  positional: string | undefined,
): InsertObject<Tables, 'thresholdlog'> => ({
  alarm_time: at,
  threshold_id: rule.id,
  threshold_name: rule.name,
  device_id: deviceId,
  device_name: facts.device,
  district_id: placeNow('district_id', deviceId, facts.district_id),
  nodemap_id: rule.nodemap_id,
  nodemap_name: facts.node,
  // The column takes no null. The trace says whether the value was known (firedValueOf); where it was not, the limit
  // stands in for it.
  real_value: facts.raw ?? rule.x,
  alarm_value: facts.rule,
  alarm_msg: facts.message,
  project_id: placeNow('project_id', deviceId, facts.project_id),
  is_alarm: 1,
  alarm_state: 0,
  alert_level: rule.level,
  suppressed: maintained ? 1 : 0,
  trace: positional === undefined ? trace : placedTrace(trace, positional),
  ...startEscalation(rule, receivedAt),
})

/**
 * Returns SQL for the device's area or project in its record: the facts were gathered before this transaction, and the
 * device may have been moved since.
 */
export const placeNow = (
  column: 'district_id' | 'project_id',
  deviceId: number,
  otherwise: number,
): RawBuilder<number> =>
  sql<number>`coalesce((select ${sql.ref(`device.${column}`)} from device where id = ${deviceId}), ${otherwise})`

/** Writes when alarms ended; where an alarm is listed twice, the later entry counts. */
export async function endLogs(trx: Trx, ended: readonly { id: number | null; at: number }[]): Promise<void> {
  const times = new Map(ended.flatMap(({ id, at }): [number, number][] => (id === null ? [] : [[id, at]])))
  for (const some of chunks([...times])) {
    const cases = some.map(([id, at]) => sql`when ${sql.lit(id)} then ${sql.lit(at)}`)
    const ends = { is_alarm: 0, recovered_at: sql<number>`case id ${sql.join(cases, sql` `)} end`, silent_since: null }
    const ids = some.map(([id]) => id)
    await writeUnanswered(trx, trx.updateTable('thresholdlog').set(ends).where('id', 'in', ids))
  }
}

/**
 * Stores the states of watches. States back to normal are deleted first: where a rule changed, a new watch over a
 * device takes the place of one that is over.
 */
export async function storeStates(trx: Trx, rows: readonly Tables['alarmstate'][]): Promise<void> {
  for (const some of chunks(rows.filter(({ state }) => state === STATE.normal))) {
    const pairs = some.map((row) => sql`(${sql.lit(row.threshold_id)}, ${sql.lit(row.device_id)})`)
    await writeUnanswered(
      trx,
      trx.deleteFrom('alarmstate').where(sql<boolean>`(threshold_id, device_id) in (values ${sql.join(pairs)})`),
    )
  }
  for (const some of chunks(rows.filter(({ state }) => state !== STATE.normal)))
    await writeUnanswered(
      trx,
      trx
        .insertInto('alarmstate')
        .values(some)
        .onConflict((conflict) =>
          conflict.columns(['threshold_id', 'device_id']).doUpdateSet((eb) => ({
            state: eb.ref('excluded.state'),
            since: eb.ref('excluded.since'),
            sent_at: eb.ref('excluded.sent_at'),
            log_id: eb.ref('excluded.log_id'),
            seen_at: eb.ref('excluded.seen_at'),
            ts: eb.ref('excluded.ts'),
            more: eb.ref('excluded.more'),
          })),
        ),
    )
}

export async function insertMessages(
  trx: Trx,
  entries: readonly JournalEntry[],
  contacts: ReadonlyMap<number, Contact>,
  logOf: (episode: Episode) => number | null,
  {
    registry,
    book,
    manner,
    decisions,
  }: {
    registry: Registry
    book: ChannelBook
    manner: ChannelManner
    decisions: ReadonlyMap<JournalEntry, Decision>
  },
): Promise<void> {
  const telling: MessageContext = {
    ...manner,
    tell(entry, language) {
      const { rule, deviceId, at, facts } = entry
      const said = { ...manner, language }
      return {
        facts: factsOf(registry, { rule, deviceId, value: facts.raw, silent: facts.silent }, at, said),
        news: newsOf(registry, eventOf(entry), book.places.get(deviceId), said),
      }
    },
  }
  const rows = entries
    .filter(({ notify }) => notify)
    .flatMap((entry) => {
      const logId = logOf(entry.episode)
      if (logId === null) return []
      const messages = [
        ...alarmMessages(entry, logId, contacts, telling),
        ...entry.rule.channels.map((channelId) =>
          channelRow(registry, book, { channelId, event: eventOf(entry), logId }, manner),
        ),
      ]
      const is_end = entry.kind === 'recover' ? 1 : 0
      return messages.map((message) => ({
        message: { ...applyDecision(message, decisions.get(entry)), is_end },
        entry,
      }))
    })
  for (const some of chunks(await holdStorms(trx, rows)))
    await writeUnanswered(trx, trx.insertInto('alarmsendlog').values(some))
}

const eventOf = ({ kind, rule, deviceId, facts, since, at }: JournalEntry): AlarmEvent => ({
  kind,
  rule,
  deviceId,
  value: facts.raw,
  level: rule.level,
  since,
  at,
  silent: facts.silent,
})
