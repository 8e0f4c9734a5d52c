import { setTimeout as pause } from 'node:timers/promises'
import { batchesOf, SAMPLES } from '../bus/bridge.ts'
import { GAP } from '../bus/index.ts'
import type { Alarms, Platform } from '../platform.ts'
import { createDelivery } from './delivery.ts'
import { createEngine } from './engine.ts'
import { createLinkage } from './ganged.ts'
import { createJournal } from './journal.ts'
import type { JournalEntry } from './journalRows.ts'

const TICK = 1000
/** How often the leader reclaims messages of dead processes. */
const SWEEP = 60_000
/** How long `settled` waits for this process to lead. */
const PATIENCE = 5000

/**
 * Alarms over an open platform. The engine decides in memory on every committed sample, the journal writes what changed, delivery sends
 * what the journal wrote, linkage switches what the rules name. Of several processes on one database each watches all samples, so that
 * all of them show the same alarms; only the leader writes, sends and switches.
 */
export async function openAlarms(platform: Omit<Platform, 'alarms'>): Promise<Alarms> {
  const { storage, registry, ingest, settings, log, bus } = platform
  const delivery = await createDelivery(platform)
  const linkage = createLinkage(platform)
  const switching = new Set<Promise<void>>()
  let leads = false

  const written = (entries: readonly JournalEntry[]): void => {
    if (entries.some(({ notify }) => notify)) delivery.wake()
    for (const entry of entries) {
      if (entry.kind !== 'fire' || !entry.rule.ganged) continue
      const run: Promise<void> = linkage.run(entry).finally(() => switching.delete(run))
      switching.add(run)
    }
  }
  const journal = createJournal({
    storage,
    registry,
    manner: { timeZone: settings.timeZone, language: settings.alarmLanguage },
    log,
    leads: () => leads,
    written,
  })
  const engine = await createEngine({ storage, registry, journal, log })

  /** A failure of the alarms must never lose a sample. */
  const guarded = <T>(work: () => T): T | undefined => {
    try {
      return work()
    } catch (error) {
      log.error({ err: error }, 'the alarm engine failed')
      return undefined
    }
  }
  const follow = (table: string, id: number | null): Promise<void> =>
    engine
      .changed(table, id)
      .catch((error: unknown) => log.error({ err: error, table, id }, 'alarm rules could not be read anew'))
  const catchUp = async (): Promise<void> => {
    if (leads)
      await engine.catchUp().catch((error: unknown) => log.error({ err: error }, 'the alarm inbox could not be read'))
  }
  ingest.beforeCommit((samples) => guarded(() => engine.inboxOf(samples)) ?? null)
  ingest.onCommitted((samples, inbox) => guarded(() => engine.received(samples, inbox)))
  registry.onChanged(follow)
  bus.on(SAMPLES, (payload) =>
    guarded(() => batchesOf(payload, registry).forEach(({ samples, inbox }) => engine.received(samples, inbox))),
  )
  bus.on(GAP, () => void follow('threshold', null).then(catchUp))
  const timer = setInterval(() => guarded(() => engine.tick(Date.now())), TICK)
  timer.unref()

  const led = new Promise<void>((resolve) => {
    // One run lasts as long as this process leads.
    platform.schedules.add({
      name: 'alarms',
      everyMs: 0,
      async run(signal) {
        try {
          await engine.adopt(() => (leads = true))
          resolve()
          while (!signal.aborted) {
            await catchUp()
            await delivery.sweep()
            await pause(SWEEP, undefined, { signal, ref: false }).catch(() => {})
          }
        } finally {
          await journal.settled()
          leads = false
        }
      },
    })
  })
  return {
    tick: (now = Date.now()) => engine.tick(now),
    async settled() {
      await Promise.race([led, pause(PATIENCE, undefined, { ref: false })])
      await journal.settled()
      await Promise.all(switching)
      // A switched device may have raised an alarm of its own.
      await journal.settled()
      await delivery.settled()
    },
    async close() {
      clearInterval(timer)
      leads = false
      await journal.settled()
      await Promise.all(switching)
      await delivery.close()
    },
  }
}
