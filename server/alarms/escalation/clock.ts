import type { Insertable, Transaction } from 'kysely'
import { escalate, type EpisodeProgress, type Step, type Verdict } from '../../../resources/kit/duty/escalation.ts'
import { MINUTE } from '../../../resources/kit/zone.ts'
import type { Alarms, Maintenance, Platform } from '../../platform.ts'
import type { Tables } from '../../storage/types.ts'
import { readChannelBook, type ChannelManner } from '../channels/rows.ts'
import { workOf, type EpisodeRow } from '../episodes/row.ts'
import { valueNow } from '../episodes/valueNow.ts'
import { chunks } from '../chunks.ts'
import { ruleOf, type Rule } from '../rules.ts'
import { ruleOn } from '../scope/resolve.ts'
import { holdStorms, type Outgoing } from '../storm/hold.ts'
import { silentOf } from '../watching/stored.ts'
import { escalationsOf, namedBy, onCallOf, peopleOf, channelsAtLevel, type EscalationRecord } from './book.ts'
import { atLevel, stepMessages, type StepBook } from './whom.ts'

type Services = Pick<Platform, 'storage' | 'registry'> & {
  manner: ChannelManner
  maintenance: Pick<Maintenance, 'holds'>
  alarms: Pick<Alarms, 'standing'>
}
type Trx = Transaction<Tables>

/** Most episodes of one transaction. */
const BATCH_SIZE = 200
/** How many times in a row other writers may be faster before the work is left to the next tick. */
const MAX_TRIES = 5
/** Interval at which it is checked whether a maintenance window that holds up a step is over, ms. */
const MAINTENANCE_CHECK_INTERVAL_MS = MINUTE

/**
 * Does the steps of escalations that are due at a moment (epoch ms). The messages of a step and its line of the
 * timeline are written in one transaction that also moves the episode to its next step, and only where the episode is
 * unchanged since it was read. A due step that is not done, because the process ended or the database failed, is due
 * for the next call. Within a maintenance window nothing is told, even of an alarm that fired before the window opened:
 * the step waits.
 *
 * @param isOver asked between two transactions: whether another process leads by now
 * @returns how many messages it wrote
 */
export async function escalateDue(
  services: Services,
  now: number,
  isOver: () => boolean = () => false,
): Promise<number> {
  let messages = 0
  let lost = 0
  while (!isOver() && lost < MAX_TRIES) {
    const rows = await dueAt(services, now)
    if (rows.length === 0) break
    const done = await advance(services, rows, now)
    messages += done.messages
    // Other writers were faster with all of them, and may have made further steps due by now: try again, but not for
    // ever.
    lost = done.episodes === 0 ? lost + 1 : 0
  }
  return messages
}

/** Returns the query for due episodes. It uses an index of only the episodes that wait for a step. */
export const dueQuery = ({ storage }: Pick<Platform, 'storage'>, now: number) =>
  storage.read
    .selectFrom('thresholdlog')
    .selectAll()
    .where('escalate_at', '<=', now)
    .where('escalate_at', 'is not', null)
    .orderBy('escalate_at')
    .limit(BATCH_SIZE)

const dueAt = (services: Services, now: number): Promise<EpisodeRow[]> => dueQuery(services, now).execute()

interface Planned {
  row: EpisodeRow
  verdict: Verdict
  rule: Rule | null
}

async function advance(
  services: Services,
  rows: readonly EpisodeRow[],
  now: number,
): Promise<{ episodes: number; messages: number }> {
  const { storage, registry, manner } = services
  const escalations = await escalationsOf(
    storage.read,
    rows.map(({ escalation_id }) => escalation_id),
  )
  const verdicts = rows.map((row) => ({ row, verdict: verdictOf(services, row, escalations, now) }))
  const stepping = verdicts.flatMap(({ row, verdict }) => (verdict.do === 'step' ? [{ row, step: verdict.step }] : []))
  const rules = await rulesOf(services, stepping)
  const book = await bookOf(services, stepping, rules, now)
  const planned = verdicts.map(({ row, verdict }): Planned => {
    const whole = rules.get(row.threshold_id)
    const rule = whole ? ruleOn(registry, whole, row.device_id) : null
    // A deleted rule ends its alarms.
    return { row, rule, verdict: verdict.do === 'step' && rule === null ? { do: 'stop' } : verdict }
  })
  return storage.write(async (trx) => {
    const outgoing: Outgoing[] = []
    const moments: Insertable<Tables['episodeact']>[] = []
    let episodes = 0
    for (const { row, rule, verdict } of planned) {
      if (!(await move(trx, row, verdict))) continue
      episodes++
      if (verdict.do !== 'step' || rule === null) continue
      const value = valueNow(services, rule, row)
      const told = stepMessages(registry, book, { row, rule, step: verdict.step, value }, now, manner)
      const entry = { kind: 'escalate' as const, rule: atLevel(rule, row.alert_level, now), deviceId: row.device_id }
      outgoing.push(...told.messages.map((message) => ({ message, entry })))
      const data = { step: row.escalation_step + 1, ...told.told }
      moments.push({
        thresholdlog_id: row.id,
        at: now,
        kind: 'escalate',
        user_id: null,
        data: JSON.stringify(data),
      })
    }
    // Two hundred alarms that are not taken would otherwise be two hundred calls in one minute.
    const messages = await holdStorms(trx, outgoing, now)
    for (const some of chunks(messages)) await trx.insertInto('alarmsendlog').values(some).execute()
    for (const some of chunks(moments)) await trx.insertInto('episodeact').values(some).execute()
    return { episodes, messages: messages.length }
  })
}

/** Returns the facts of an episode that its escalation depends on. */
export const standingOf = (row: EpisodeRow): EpisodeProgress => ({
  work: workOf(row).work,
  lasts: row.is_alarm === 1,
  suppressed: row.suppressed === 1,
  snoozed_until: row.snoozed_until,
})

export const progressOf = ({ escalation_step: step, escalation_since, alarm_time }: EpisodeRow) => ({
  step,
  since: escalation_since ?? alarm_time,
})

function verdictOf(
  { maintenance }: Services,
  row: EpisodeRow,
  escalations: ReadonlyMap<number, EscalationRecord>,
  now: number,
): Verdict {
  const found = escalations.get(row.escalation_id ?? 0)
  if (!found || found.project_id !== row.project_id) return { do: 'stop' }
  const verdict = escalate(found.steps, progressOf(row), standingOf(row), now)
  const isHeld = verdict.do === 'step' && maintenance.holds(row.device_id, row.threshold_id, now)
  return isHeld ? { do: 'wait', until: now + MAINTENANCE_CHECK_INTERVAL_MS } : verdict
}

/** Moves an episode to what its verdict says; returns false where the episode was changed since it was read. */
async function move(trx: Trx, row: EpisodeRow, verdict: Verdict): Promise<boolean> {
  const next =
    verdict.do === 'stop'
      ? { escalate_at: null }
      : verdict.do === 'wait'
        ? { escalate_at: verdict.until }
        : {
            escalate_at: verdict.next.dueAt,
            escalation_step: verdict.next.progress.step,
            escalation_since: verdict.next.progress.since,
          }
  const changed = await trx
    .updateTable('thresholdlog')
    .set(next)
    .where('id', '=', row.id)
    .where('escalate_at', '=', row.escalate_at)
    .where('escalation_step', '=', row.escalation_step)
    .where('version', '=', row.version)
    .where('is_alarm', '=', row.is_alarm)
    .where('suppressed', '=', row.suppressed)
    .returning('id')
    .execute()
  return changed.length > 0
}

interface Stepping {
  row: EpisodeRow
  step: Step
}

async function rulesOf({ storage, manner }: Services, stepping: readonly Stepping[]): Promise<Map<number, Rule>> {
  const rules = new Map<number, Rule>()
  const ids = [...new Set(stepping.map(({ row }) => row.threshold_id))]
  for (const some of chunks(ids))
    for (const row of await storage.read.selectFrom('threshold').selectAll().where('id', 'in', some).execute()) {
      const rule = ruleOf(row, manner.timeZone)
      if (rule) rules.set(row.id, rule)
    }
  return rules
}

async function bookOf(
  { storage, registry, manner }: Services,
  stepping: readonly Stepping[],
  rules: ReadonlyMap<number, Rule>,
  now: number,
): Promise<StepBook> {
  const steps = stepping.map(({ step }) => step)
  const byLevel = stepping.flatMap(({ row, step }) => {
    const rule = step.to === 'level' ? rules.get(row.threshold_id) : undefined
    return rule ? [{ rule, level: step.id }] : []
  })
  const [rosters, people, channels, silent] = await Promise.all([
    onCallOf(storage.read, namedBy(steps, 'roster'), now, manner.timeZone),
    peopleOf(storage.read, [
      ...namedBy(steps, 'contact'),
      ...byLevel.flatMap(({ rule }) => [...rule.phones, ...rule.wechats, ...rule.emails]),
    ]),
    readChannelBook(storage, registry, {
      channels: [...namedBy(steps, 'channel'), ...byLevel.flatMap(({ rule, level }) => channelsAtLevel(rule, level))],
      devices: stepping.map(({ row }) => row.device_id),
    }),
    silentOf(
      storage,
      stepping.map(({ row }) => row),
    ),
  ])
  return { rosters, people, channels, silent }
}
