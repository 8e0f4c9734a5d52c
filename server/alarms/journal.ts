import type { RuleChange } from '../../resources/kit/rule.ts'
import type { Log } from '../log.ts'
import type { Registry } from '../platform.ts'
import { constraintOf } from '../storage/index.ts'
import type { Storage, Tables } from '../storage/types.ts'
import { chunks, endLogs, insertLogs, insertMessages, storeStates, type JournalEntry } from './journalRows.ts'
import { contactsOf } from './messages.ts'
import type { Episode, Watch } from './watch.ts'
import { factsOf, type Manner } from './words.ts'

/** Takes what the engine finds and writes it, in batches, off the request. */
export interface Journal {
  fired(watch: Watch, how: Pick<RuleChange, 'at' | 'by'> & { receivedAt: number }): Episode
  repeated(watch: Watch, at: number): void
  recovered(watch: Watch, at: number, notify: boolean): void
  /** The state of a watch changed. */
  moved(watch: Watch): void
  /** Everything an inbox row caused is queued: the row is deleted in the same transaction. */
  judged(inbox: string): void
  /** A stored state without a watch; `ends`: its alarm ends with it, without a message. */
  forgotten(row: { threshold_id: number; device_id: number; log_id: number | null }, at: number, ends: boolean): void
  /** Waits until all of it is written. */
  settled(): Promise<void>
}

/** Coalescing: changes within this time share a transaction, ms. */
const GATHER = 20
const RETRY = 1000

export function createJournal(options: {
  storage: Storage
  registry: Registry
  /** Of times and words. */
  manner: Manner
  log: Log
  /** All processes watch, only the leader writes: changes while this is false are the leader's to write. */
  leads: () => boolean
  /** Called after the commit with what is new. */
  written: (entries: readonly JournalEntry[]) => void
}): Journal {
  const { storage, registry, log, manner } = options
  let entries: JournalEntry[] = []
  let dirty = new Set<Watch>()
  let orphans: { threshold_id: number; device_id: number; log_id: number | null; at: number }[] = []
  let done: string[] = []
  let running: Promise<void> | null = null

  const wake = (delay = GATHER): void => {
    running ??= new Promise<void>((resolve) => setTimeout(resolve, delay)).then(flush)
  }
  const flush = async (): Promise<void> => {
    // A snapshot of the watches: changes during the write belong to the next transaction.
    const batch = { entries, states: [...dirty].map(snapshotOf), orphans, done }
    entries = []
    dirty = new Set()
    orphans = []
    done = []
    if (!options.leads()) {
      running = null
      return
    }
    let delay = GATHER
    try {
      await write(batch)
    } catch (error) {
      const hopeless = constraintOf(error) !== null
      log.error(
        { err: error, entries: batch.entries.length },
        `alarms could not be written; ${hopeless ? 'given up' : 'trying again'}`,
      )
      if (hopeless) batch.entries.length = 0
      entries = [...batch.entries, ...entries]
      for (const { watch } of batch.states) dirty.add(watch)
      orphans = [...batch.orphans, ...orphans]
      done = [...batch.done, ...done]
      delay = RETRY
    }
    running = null
    if (entries.length > 0 || dirty.size > 0 || orphans.length > 0 || done.length > 0) wake(delay)
  }
  const write = async (batch: {
    entries: JournalEntry[]
    states: Snapshot[]
    orphans: typeof orphans
    done: string[]
  }): Promise<void> => {
    const contacts = await contactsOf(storage, batch.entries)
    const ids = new Map<Episode, number>()
    const logOf = (episode: Episode | null): number | null => (episode ? (ids.get(episode) ?? episode.logId) : null)
    await storage.write(async (trx) => {
      await insertLogs(
        trx,
        batch.entries.filter(({ kind }) => kind === 'fire'),
        ids,
      )
      await endLogs(trx, [
        ...batch.entries
          .filter(({ kind }) => kind === 'recover')
          .map(({ episode, at }) => ({ id: logOf(episode), at })),
        ...batch.orphans.map(({ log_id, at }) => ({ id: log_id, at })),
      ])
      await storeStates(
        trx,
        batch.states.map(({ episode, row }) => ({ ...row, log_id: logOf(episode) })),
      )
      for (const row of batch.orphans)
        await trx
          .deleteFrom('alarmstate')
          .where('threshold_id', '=', row.threshold_id)
          .where('device_id', '=', row.device_id)
          .execute()
      await insertMessages(trx, batch.entries, contacts, logOf, manner.language)
      for (const some of chunks(batch.done)) await trx.deleteFrom('alarminbox').where('id', 'in', some).execute()
    })
    for (const [episode, id] of ids) episode.logId = id
    options.written(batch.entries)
  }
  const add = (
    kind: JournalEntry['kind'],
    watch: Watch,
    {
      episode,
      at,
      notify,
      receivedAt = at,
      trace = null,
    }: Pick<JournalEntry, 'episode' | 'at' | 'notify'> & Partial<Pick<JournalEntry, 'receivedAt' | 'trace'>>,
  ): void => {
    if (!options.leads()) return
    const facts = factsOf(registry, watch, at, manner)
    entries.push({ kind, rule: watch.rule, deviceId: watch.deviceId, episode, at, receivedAt, facts, notify, trace })
    wake()
  }

  return {
    fired(watch, { at, by, receivedAt }) {
      const episode: Episode = { logId: null }
      add('fire', watch, {
        episode,
        at,
        notify: true,
        receivedAt,
        trace: traceOf(watch, by === 'sample' ? receivedAt : at, by),
      })
      return episode
    },
    repeated: (watch, at) => watch.episode && add('repeat', watch, { episode: watch.episode, at, notify: true }),
    recovered: (watch, at, notify) =>
      watch.episode &&
      add('recover', watch, { episode: watch.episode, at, notify: notify && watch.rule.back !== null }),
    moved(watch) {
      if (!options.leads()) return
      dirty.add(watch)
      wake()
    },
    judged(inbox) {
      if (!options.leads()) return
      done.push(inbox)
      wake()
    },
    forgotten(row, at, ends) {
      if (!options.leads()) return
      orphans.push({ ...row, log_id: ends ? row.log_id : null, at })
      wake()
    },
    async settled() {
      while (running) await running
    },
  }
}

/** Why it fired: the rule as it was, the value and the times (epoch ms). */
export function traceOf({ rule, value, since, seenAt, ts }: Watch, firedAt: number, by: 'sample' | 'clock'): string {
  const { id, name, operator, x, y, hold } = rule
  return JSON.stringify({
    rule: { id, name, com_oper: operator, params_x: x, params_y: y, hold_time: hold / 1000 },
    value,
    since,
    sample: ts,
    seen: seenAt,
    fired: firedAt,
    by,
  })
}

/** A watch as it stands at one moment. */
interface Snapshot {
  watch: Watch
  episode: Episode | null
  row: Omit<Tables['alarmstate'], 'log_id'>
}

const snapshotOf = (watch: Watch): Snapshot => {
  const { rule, deviceId, state, since, sentAt, seenAt, ts, episode } = watch
  return {
    watch,
    episode,
    row: { threshold_id: rule.id, device_id: deviceId, state, since, sent_at: sentAt, seen_at: seenAt, ts },
  }
}
