import { setTimeout as pause } from 'node:timers/promises'
import { GAP } from '../bus/index.ts'
import type { Alarms, LiveSample, Platform } from '../platform.ts'
import { needsPeerSamples } from '../roles.ts'
import type { Storage } from '../storage/types.ts'
import { createDelivery } from './delivery.ts'
import { createEngine } from './engine.ts'
import { escalateDue } from './escalation/clock.ts'
import { createLinkage } from './ganged.ts'
import { createJournal } from './journal.ts'
import { heldAlarmsJob } from './maintenance/tell.ts'
import { followScopes } from './scope/follow.ts'
import { createStills } from './stills/stills.ts'
import type { JournalEntry } from './journalRows.ts'
import { digestDue } from './storm/digest.ts'
import { reachedRule } from './watch.ts'
import { hasRecipients } from './ways.ts'
import { factsOf } from './words.ts'

/** Interval of the clock for changes that time alone causes, ms. */
const TICK_MS = 1000
/** Interval at which the leader reads the inbox for batches of a process that died before it published them, ms. */
const INBOX_INTERVAL_MS = 5000
/** How often the leader reclaims messages of dead processes, ms. */
const SWEEP_INTERVAL_MS = 60_000
/** How long `settled` waits for this process to lead, ms. */
const LEAD_TIMEOUT_MS = 8000
/** Interval at which the leader looks for storms that are over (storm/), ms. */
const DIGESTS = 5000

/**
 * Opens the alarms over a platform. The engine decides in memory on every committed sample, the journal writes what
 * changed, delivery sends what the journal wrote, linkage switches what the rules name. Where several processes share a
 * database, each watches all samples, so that all show the same alarms; only the leader writes, sends and switches.
 */
export async function openAlarms(platform: Omit<Platform, 'alarms'>): Promise<Alarms> {
  const { storage, registry, ingest, settings, log, bus, relay, metrics } = platform
  const delivery = await createDelivery(platform)
  const linkage = createLinkage(platform, { lead: () => lead })
  const stills = createStills(platform, () => lead)
  const switching = new Set<Promise<void>>()
  /** What this process writes with as long as it leads; null while another process does. */
  let lead: Storage | null = null

  const written = (entries: readonly JournalEntry[]): void => {
    if (entries.some(({ notify, rule }) => notify && hasRecipients(rule))) delivery.wake()
    stills.take(entries)
    const now = Date.now()
    for (const entry of entries) {
      if (entry.kind !== 'fire') continue
      // Clocks of two machines may differ.
      metrics.alarmDelay.observe(Math.max(0, now - entry.receivedAt) / 1000)
      if (!entry.rule.ganged) continue
      const run: Promise<void> = linkage.run(entry).finally(() => switching.delete(run))
      switching.add(run)
    }
  }
  const manner = { timeZone: settings.timeZone, language: settings.alarmLanguage, publicUrl: settings.publicUrl }
  const journal = createJournal({
    storage,
    lead: () => lead,
    registry,
    manner,
    log,
    maintenance: platform.maintenance,
    written,
  })
  const engine = await createEngine({
    storage,
    registry,
    journal,
    log,
    timeZone: settings.timeZone,
    limitOf: (watch) => factsOf(registry, { ...watch, rule: reachedRule(watch) }, watch.ts, manner).rule,
    whole: () => relay.whole(),
    hears: needsPeerSamples(settings),
  })

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
      .catch((error: unknown) => log.error({ err: error, table, id }, 'alarm rules could not be reloaded'))
  const catchUp = async (): Promise<void> => {
    if (lead)
      await engine.catchUp().catch((error: unknown) => log.error({ err: error }, 'the alarm inbox could not be read'))
  }
  const takeAgain = (again: readonly LiveSample[]): Promise<void> =>
    engine
      .takeAgain(again, () => lead !== null)
      .catch((error: unknown) => log.error({ err: error }, 'values that were read again could not be judged'))
  ingest.beforeCommit((samples) => guarded(() => engine.inboxOf(samples)) ?? null)
  ingest.onCommitted((samples, inbox) => guarded(() => engine.received(samples, inbox)))
  registry.onChanged(follow)
  relay.onHeard((batches) =>
    guarded(() => {
      for (const { samples, inbox, reread } of batches)
        if (reread) void takeAgain(samples)
        else engine.received(samples, inbox)
    }),
  )
  let catching: Promise<void> | null = null
  relay.onMissed(() => {
    catching ??= catchUp().finally(() => void (catching = null))
  })
  bus.on(GAP, () => void follow('threshold', null).then(() => catchUp()))
  const scopes = followScopes(platform)
  const timer = setInterval(() => {
    if (!engine.isReading()) guarded(() => engine.tick(Date.now()))
  }, TICK_MS)
  timer.unref()

  const standing: Alarms['standing'] = (ruleId, deviceId) => (lead ? (engine.watch(ruleId, deviceId) ?? null) : null)
  const stands = { ...platform, manner, alarms: { standing } }
  platform.schedules.add(heldAlarmsJob(stands, delivery.wake))
  platform.schedules.add({
    name: 'alarm digests',
    everyMs: DIGESTS,
    async run(_signal, taking = storage) {
      if ((await digestDue({ storage: taking, registry, manner }, Date.now())) > 0) delivery.wake()
    },
  })
  const led = new Promise<void>((resolve) => {
    // One run lasts as long as this process leads.
    platform.schedules.add({
      name: 'alarms',
      everyMs: 0,
      async run(signal, taking = storage) {
        try {
          await engine.adopt(() => void (lead = taking))
          resolve()
          for (let swept = -Infinity; !signal.aborted; ) {
            await catchUp()
            if (performance.now() - swept >= SWEEP_INTERVAL_MS) {
              await delivery
                .sweep()
                .catch((error: unknown) =>
                  log.error({ err: error }, 'messages left by ended processes could not be searched for'),
                )
              swept = performance.now()
            }
            await pause(INBOX_INTERVAL_MS, undefined, { signal, ref: false }).catch(() => {})
          }
        } finally {
          engine.flush()
          await journal.settled()
          lead = null
        }
      },
    })
  })
  const climb = async (now: number, isOver?: () => boolean, taking = storage): Promise<void> => {
    if ((await escalateDue({ ...stands, storage: taking }, now, isOver)) > 0) delivery.wake()
  }
  platform.schedules.add({
    name: 'escalation',
    everyMs: TICK_MS,
    run: (signal, taking) => climb(Date.now(), () => signal.aborted, taking),
  })
  return {
    tick: (now = Date.now()) => engine.tick(now),
    standing,
    takeDevices: (devices) => engine.takeDevices(devices),
    escalate: (now = Date.now()) => climb(now),
    deliver: delivery.wake,
    async settled() {
      await scopes.settled()
      await Promise.race([led, pause(LEAD_TIMEOUT_MS, undefined, { ref: false })])
      await engine.settled()
      await journal.settled()
      await Promise.all(switching)
      // A switched device may have raised an alarm of its own.
      await engine.settled()
      await journal.settled()
      await stills.settled()
      await delivery.settled()
    },
    async close() {
      clearInterval(timer)
      scopes.close()
      engine.flush()
      lead = null
      await journal.settled()
      await Promise.all([...switching, stills.close()])
      await delivery.close()
    },
  }
}
