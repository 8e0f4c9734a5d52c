import type { RuleChange } from '../../resources/kit/rule.ts'
import type { Problem } from '../../resources/kit/rules.ts'
import type { Log } from '../log.ts'
import type { Maintenance, Registry } from '../platform.ts'
import { constraintOf } from '../storage/index.ts'
import { LeaseLost, type Storage, type Tables } from '../storage/types.ts'
import { writeUnanswered } from '../storage/unanswered.ts'
import { readChannelBook, type ChannelManner } from './channels/rows.ts'
import { firingTrace } from './episodes/trace.ts'
import { writeAlterations, writeEpisodes, type Alteration } from './episodes/write.ts'
import { createJournalPace } from './journalPace.ts'
import { chunks } from './chunks.ts'
import { endLogs, insertMessages, storeStates, type JournalEntry } from './journalRows.ts'
import { contactsOf } from './messages.ts'
import { salvage } from './salvage.ts'
import { reachedRule, type Episode, type Watch } from './watch.ts'
import { storedOf } from './watching/stored.ts'
import { hasRecipients } from './ways.ts'
import { factsOf } from './words.ts'

/** Takes what the engine finds and writes it in batches, outside of the request. */
export interface Journal {
  fired(watch: Watch, how: Pick<RuleChange, 'at' | 'by'> & { receivedAt: number }): Episode
  repeated(watch: Watch, at: number): void
  /** The alarm reached a worse limit. */
  worsened(watch: Watch, at: number): void
  /**
   * The alarm ended; `watch` is as the alarm was before. `isTold`: its values ended it; else its rule or its device was
   * stopped, and no message is sent.
   */
  recovered(watch: Watch, at: number, isTold: boolean): void
  /** Something changed within an episode that lasts. */
  altered(watch: Watch, change: Omit<Alteration, 'rule'>): void
  /** The state of a watch changed. */
  moved(watch: Watch): void
  /** Everything an inbox row caused is queued: the row is deleted in the same transaction. */
  judged(inbox: string): void
  /** A stored state has no watch; `ends`: its alarm ends with it, without a message. */
  forgotten(row: { threshold_id: number; device_id: number; log_id: number | null }, at: number, ends: boolean): void
  /** Waits until everything is written. */
  settled(): Promise<void>
  /** Waits until everything found before the call is written or has failed to be, however much arrives meanwhile. */
  caughtUp(): Promise<void>
}

export function createJournal(options: {
  storage: Storage
  /**
   * Storage that the leader writes with; it refuses writes once another process leads. Null while another process
   * leads: all processes watch, but only the leader writes changes.
   */
  lead: () => Storage | null
  registry: Registry
  /** Time zone, language and address for times, words and links. */
  manner: ChannelManner
  log: Log
  maintenance?: Pick<Maintenance, 'holds'>
  /** Called after the commit with the entries that were written. */
  written: (entries: readonly JournalEntry[]) => void
}): Journal {
  const { storage, registry, log, manner } = options
  let entries: JournalEntry[] = []
  let dirty = new Set<Watch>()
  let orphans: Taken['orphans'] = []
  let done: string[] = []
  let altered = new Map<Episode, Alteration>()
  /** Takes what is to be written, with a snapshot of the watches: later changes belong to the next transaction. */
  const take = (): Taken => {
    const batch = { entries, states: [...dirty].map(snapshotOf), orphans, done, altered }
    entries = []
    altered = new Map()
    dirty = new Set()
    orphans = []
    done = []
    return batch
  }
  const flush = async (): Promise<boolean> => {
    const batch = take()
    const lead = options.lead()
    if (!lead) return true
    try {
      await writeAllOf(lead, batch)
      return true
    } catch (error) {
      if (error instanceof LeaseLost) {
        // The inbox still has the samples behind these entries and behind those found since, and the process that leads
        // judges them. If they were kept here, they would be written once this process leads again.
        const more = take()
        log.info(
          { entries: batch.entries.length + more.entries.length },
          'this process no longer leads: alarms are left to the new leader',
        )
        return true
      }
      log.error({ err: error, entries: batch.entries.length }, 'alarms could not be written; trying again')
      entries = [...batch.entries, ...entries]
      for (const { watch } of batch.states) dirty.add(watch)
      orphans = [...batch.orphans, ...orphans]
      done = [...batch.done, ...done]
      for (const [episode, change] of batch.altered) altered.set(episode, { ...change, ...altered.get(episode) })
      return false
    }
  }
  const isPending = (): boolean =>
    entries.length > 0 || dirty.size > 0 || orphans.length > 0 || done.length > 0 || altered.size > 0
  const { wake, settled, caughtUp } = createJournalPace(flush, isPending)
  /** Writes everything that the database takes: an entry that violates a constraint would fail for ever. */
  const writeAllOf = async (lead: Storage, batch: Taken): Promise<void> => {
    try {
      await write(lead, batch)
    } catch (error) {
      if (constraintOf(error) === null || batch.entries.length === 0) throw error
      await salvage(
        batch.entries,
        (some) => write(lead, { entries: some, states: [], orphans: [], done: [], altered: new Map() }),
        ({ kind, rule, deviceId, at }, err) =>
          log.error({ err, kind, rule: rule.id, device: deviceId, at }, 'an alarm could not be written; given up'),
      )
      await write(lead, batch)
    }
  }
  const write = async (lead: Storage, batch: Taken): Promise<void> => {
    // Entries without a message need neither contacts nor places.
    const told = batch.entries.filter(({ notify, rule }) => notify && hasRecipients(rule))
    const [contacts, book] = await Promise.all([
      contactsOf(storage, told),
      readChannelBook(storage, registry, {
        channels: told.flatMap(({ rule }) => rule.channels),
        devices: told.map(({ deviceId }) => deviceId),
      }),
    ])
    const ids = new Map<Episode, number>()
    const logOf = (episode: Episode | null): number | null => (episode ? (ids.get(episode) ?? episode.logId) : null)
    const decisions = await lead.write(async (trx) => {
      const decided = await writeEpisodes(trx, batch.entries, ids, { storage, registry })
      await endLogs(
        trx,
        batch.orphans.map(({ log_id, at }) => ({ id: log_id, at })),
      )
      const changes = [...batch.altered].flatMap(([episode, change]): [number, Alteration][] => {
        const id = logOf(episode)
        return id === null ? [] : [[id, change]]
      })
      await writeAlterations(trx, new Map(changes))
      // Before states are stored: after a failure, the state of an orphan may exist again.
      for (const { threshold_id, device_id } of batch.orphans)
        await writeUnanswered(
          trx,
          trx.deleteFrom('alarmstate').where('threshold_id', '=', threshold_id).where('device_id', '=', device_id),
        )
      await storeStates(
        trx,
        batch.states.map(({ episode, row }) => ({ ...row, log_id: logOf(episode) })),
      )
      await insertMessages(trx, batch.entries, contacts, logOf, { registry, book, manner, decisions: decided })
      for (const some of chunks(batch.done))
        await writeUnanswered(trx, trx.deleteFrom('alarminbox').where('id', 'in', some))
      return decided
    })
    for (const [episode, id] of ids) episode.logId = id
    for (const entry of batch.entries)
      if (entry.kind === 'fire' && entry.notify && !decisions.get(entry)?.withheld)
        entry.episode.toldAt = entry.receivedAt
    options.written(batch.entries)
  }
  const add = (
    kind: JournalEntry['kind'],
    watch: Watch,
    {
      episode,
      at,
      notify,
      withheld,
      receivedAt = at,
      by,
    }: Pick<JournalEntry, 'episode' | 'at' | 'notify' | 'withheld'> & { receivedAt?: number; by?: RuleChange['by'] },
  ): void => {
    if (!options.lead()) return
    const rule = reachedRule(watch)
    const facts = factsOf(registry, { ...watch, rule }, at, manner)
    entries.push({
      kind,
      rule,
      deviceId: watch.deviceId,
      episode,
      at,
      since: watch.since,
      receivedAt,
      facts,
      notify,
      ...(withheld && { withheld }),
      maintained: kind !== 'recover' && options.maintenance?.holds(watch.deviceId, rule.id, at) === true,
      trace: by ? firingTrace(watch, { firedAt: by === 'sample' ? receivedAt : at, by, limitText: facts.rule }) : null,
    })
    wake()
  }

  return {
    fired(watch, { at, by, receivedAt }) {
      const episode: Episode = { logId: null, first: watch.value }
      add('fire', watch, {
        episode,
        at,
        notify: true,
        receivedAt,
        by,
      })
      return episode
    },
    repeated: (watch, at) => watch.episode && add('repeat', watch, { episode: watch.episode, at, notify: true }),
    worsened: (watch, at) => watch.episode && add('worsen', watch, { episode: watch.episode, at, notify: true }),
    recovered: (watch, at, isTold) =>
      watch.episode &&
      add('recover', watch, {
        episode: watch.episode,
        at,
        notify: watch.rule.back !== null,
        ...(!isTold && { withheld: STOPPED }),
      }),
    altered({ episode, rule }, change) {
      if (!episode || !options.lead()) return
      altered.set(episode, { ...altered.get(episode), ...change, rule })
      wake()
    },
    moved(watch) {
      if (!options.lead()) return
      dirty.add(watch)
      wake()
    },
    judged(inbox) {
      if (!options.lead()) return
      done.push(inbox)
      wake()
    },
    forgotten(row, at, ends) {
      if (!options.lead()) return
      orphans.push({ ...row, log_id: ends ? row.log_id : null, at })
      wake()
    },
    settled,
    caughtUp,
  }
}

const STOPPED: Problem = { key: 'error.untold.stopped' }

/** What one transaction writes. */
interface Taken {
  entries: JournalEntry[]
  states: Snapshot[]
  orphans: { threshold_id: number; device_id: number; log_id: number | null; at: number }[]
  done: string[]
  altered: Map<Episode, Alteration>
}

/** A watch as it stands at one moment. */
interface Snapshot {
  watch: Watch
  episode: Episode | null
  row: Omit<Tables['alarmstate'], 'log_id'>
}

const snapshotOf = (watch: Watch): Snapshot => {
  return { watch, episode: watch.episode, row: storedOf(watch) }
}
