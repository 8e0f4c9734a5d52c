import type { Transaction } from 'kysely'
import { worseOf } from '../../../resources/kit/episode.ts'
import type { Problem } from '../../../resources/kit/rules.ts'
import type { Registry } from '../../platform.ts'
import type { Storage, Tables } from '../../storage/types.ts'
import { writeUnanswered } from '../../storage/unanswered.ts'
import { chunks } from '../chunks.ts'
import { endLogs, insertLogs, type JournalEntry } from '../journalRows.ts'
import type { Rule } from '../rules.ts'
import type { Episode } from '../watch.ts'
import type { Decision } from './decision.ts'
import { joinIncidents } from './incidents.ts'
import { refire, SNOOZED, worsen } from './level.ts'
import { workNumber } from './row.ts'

type Trx = Transaction<Tables>

/** What the engine found out about an episode that lasts. */
export interface Alteration {
  rule: Rule
  /** Time of the node's last value once the node is silent, epoch ms; null: it sends values again. */
  silentSince?: number | null
  peak?: { value: number; at: number }
}

/**
 * Writes what happened to episodes, in order and in the journal's transaction: an alarm that fires within its rule's
 * minimum off time of its last end continues the same episode, every other firing begins a new one. Returns the
 * decisions about the entries' messages.
 *
 * @param ids filled with the id of each episode that the entries begin or continue
 */
export async function writeEpisodes(
  trx: Trx,
  entries: readonly JournalEntry[],
  ids: Map<Episode, number>,
  { storage, registry }: { storage: Pick<Storage, 'engine'>; registry: Pick<Registry, 'device'> },
): Promise<ReadonlyMap<JournalEntry, Decision>> {
  const goOn = await goingOn(trx, entries)
  const begun = entries.filter((entry) => entry.kind === 'fire' && !goOn.has(entry))
  await insertLogs(trx, begun, ids)
  const idOf = (episode: Episode): number | null => ids.get(episode) ?? episode.logId
  await joinIncidents(
    trx,
    registry,
    begun.flatMap(({ episode, deviceId, facts, at }) => {
      const id = idOf(episode)
      const { district_id, project_id } = facts
      return id === null
        ? []
        : [{ id, device_id: deviceId, district_id, project_id, alarm_time: at, incident_id: null }]
    }),
  )
  const decisions = new Map<JournalEntry, Decision>()
  const ended: { id: number | null; at: number }[] = []
  const writeEnds = (): Promise<void> => endLogs(trx, ended.splice(0))
  for (const entry of entries) {
    const { kind, episode, at } = entry
    if (kind === 'recover') ended.push({ id: idOf(episode), at })
    const before = goOn.get(entry)
    if (before === undefined && kind !== 'worsen') continue
    // Both read the episode as the earlier entries left it.
    await writeEnds()
    if (before === undefined) {
      const decision = await worsen(trx, storage, idOf(episode), entry)
      if (decision) decisions.set(entry, decision)
      continue
    }
    const id = typeof before === 'number' ? before : idOf(before)
    if (id === null) continue
    ids.set(episode, id)
    const decision = await refire(trx, storage, id, entry)
    if (decision) decisions.set(entry, decision)
  }
  await writeEnds()
  for (const [entry, decision] of await silenced(trx, entries, idOf)) decisions.set(entry, decision)
  return decisions
}

/**
 * Returns the firings that continue an episode, with its id or, where it began in this same batch, the episode itself.
 */
async function goingOn(trx: Trx, entries: readonly JournalEntry[]): Promise<Map<JournalEntry, number | Episode>> {
  const fires = entries.filter(({ kind, rule }) => kind === 'fire' && rule.minOff > 0)
  const goOn = new Map<JournalEntry, number | Episode>()
  if (fires.length === 0) return goOn
  const ended = await endedOf(trx, fires)
  for (const entry of entries) {
    const key = `${entry.rule.id}/${entry.deviceId}`
    const { kind, at, episode, rule } = entry
    if (kind === 'recover') ended.set(key, { episode, at })
    if (kind !== 'fire') continue
    const last = ended.get(key)
    if (last && rule.minOff > 0 && at - last.at <= rule.minOff) goOn.set(entry, last.episode)
    ended.delete(key)
  }
  return goOn
}

/** Returns the last ended episode of each rule and device that fires, as far back as it may matter. */
async function endedOf(
  trx: Trx,
  fires: readonly JournalEntry[],
): Promise<Map<string, { episode: number | Episode; at: number }>> {
  const ended = new Map<string, { episode: number | Episode; at: number }>()
  for (const some of chunks(fires)) {
    const rows = await trx
      .selectFrom('thresholdlog')
      .select(['id', 'threshold_id', 'device_id', 'recovered_at'])
      .where('device_id', 'in', [...new Set(some.map(({ deviceId }) => deviceId))])
      .where('recovered_at', '>=', Math.min(...some.map(({ at, rule }) => at - rule.minOff)))
      .orderBy('recovered_at')
      .orderBy('id')
      .execute()
    for (const row of rows)
      ended.set(`${row.threshold_id}/${row.device_id}`, { episode: row.id, at: row.recovered_at ?? 0 })
  }
  return ended
}

/**
 * Decides which messages are withheld or delayed. Withheld are: those of events within a maintenance window; repeats
 * and ends of an episode that is snoozed or was never told; repeats of an episode that was closed. The message of an
 * end waits for the minimum off time.
 */
async function silenced(
  trx: Trx,
  entries: readonly JournalEntry[],
  idOf: (episode: Episode) => number | null,
): Promise<[JournalEntry, Decision][]> {
  const asked = entries.filter(({ kind, notify, maintained }) => notify && (kind !== 'fire' || maintained))
  const [quiet, closed] = [new Map<number, Problem>(), new Set<number>()]
  const now = Date.now()
  for (const some of chunks(asked.flatMap(({ episode }) => idOf(episode) ?? []))) {
    const rows = await trx
      .selectFrom('thresholdlog')
      .select(['id', 'snoozed_until', 'suppressed', 'work'])
      .where('id', 'in', some)
      .where((eb) => eb.or([eb('snoozed_until', '>', now), eb('suppressed', '=', 1), eb('work', '=', WORK_CLOSED)]))
      .execute()
    for (const { id, suppressed, work } of rows)
      if (suppressed === 1) quiet.set(id, IN_MAINTENANCE)
      else if (work === WORK_CLOSED) closed.add(id)
      else quiet.set(id, SNOOZED)
  }
  return asked.flatMap((entry): [JournalEntry, Decision][] => {
    const id = idOf(entry.episode) ?? 0
    const done = entry.kind === 'repeat' && closed.has(id) ? CLOSED : undefined
    const withheld = entry.withheld ?? (entry.maintained ? IN_MAINTENANCE : (quiet.get(id) ?? done))
    if (withheld) return [[entry, { withheld }]]
    return entry.kind === 'recover' && entry.rule.minOff > 0 ? [[entry, { dueAt: entry.at + entry.rule.minOff }]] : []
  })
}

const IN_MAINTENANCE: Problem = { key: 'error.alarm.maintenance' }
const CLOSED: Problem = { key: 'error.untold.closed' }
const WORK_CLOSED = workNumber('closed')

/** Writes what changed within episodes that last. */
export async function writeAlterations(trx: Trx, altered: ReadonlyMap<number, Alteration>): Promise<void> {
  for (const some of chunks([...altered.keys()])) {
    const rows = await trx
      .selectFrom('thresholdlog')
      .select(['id', 'real_value', 'peak', 'silent_since', 'is_alarm'])
      .where('id', 'in', some)
      .execute()
    for (const row of rows) {
      const { rule, silentSince, peak } = altered.get(row.id) as Alteration
      const worst = row.peak ?? row.real_value
      const isWorse = peak !== undefined && worseOf(rule, worst, peak.value) !== worst
      const isOther = silentSince !== undefined && silentSince !== row.silent_since && row.is_alarm === 1
      if (!isWorse && !isOther) continue
      const set = {
        ...(isWorse && { peak: peak.value, peak_at: peak.at }),
        ...(isOther && { silent_since: silentSince }),
      }
      await writeUnanswered(trx, trx.updateTable('thresholdlog').set(set).where('id', '=', row.id))
    }
  }
}
