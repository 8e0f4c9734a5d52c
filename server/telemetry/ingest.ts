import { mayUse } from '../../resources/kit/access.ts'
import { device as deviceResource } from '../../resources/device.ts'
import { readSamples } from '../calibration.ts'
import { badRequest } from '../errors.ts'
import { createYielder } from '../pace.ts'
import type { Log } from '../log.ts'
import type { CommitListener, Feed, Ingest, LiveDevice, LiveSample, Registry, TelemetrySource } from '../platform.ts'
import type { Relay } from '../platform/processes.ts'
import type { Settings } from '../settings.ts'
import type { InboxRow, Origin, Storage } from '../storage/types.ts'
import { isRefused } from '../storage/unavailable.ts'
import { createBatches, Unsavable, type Sample, type SenderBatch } from './batches.ts'
import { logPushed } from './byHand.ts'
import { MAX_ITEMS, readItem, MAX_DETAILED_REFUSALS, type ReadContext } from './items.ts'
import { createRevisionGuard } from './revisionGuard.ts'
import { originOf } from './origins.ts'
import { createSavePolicy } from './savePolicy.ts'

/**
 * The values read from one call or message: valid ones, and those that their nodes cannot measure. Which of them are
 * saved is not decided yet.
 */
export interface Reading {
  samples: Sample[]
  marked: Sample[]
  origin: Origin
  /** Whether the sender measured the values just now, so that their times tell about the device's clock. */
  tellsOfClocks: boolean
  /** Whether other processes take messages of the same devices. */
  shared: boolean
}

/** Judges the quality of values as they arrive, before they are stored. */
export interface Judging {
  /**
   * Returns what is to be stored beside the samples, and sets it on the samples too. `received` is when the samples
   * arrived, epoch ms; null where that tells nothing about the device's clock.
   */
  judge(samples: readonly Sample[], received: number | null): Pick<SenderBatch, 'flags' | 'skews' | 'said'>
  /** Forgets a sample. To be called where the sample was not stored after all. */
  forget(sample: Sample): void
}

interface Services {
  storage: Storage
  registry: Registry
  feed: Feed
  log: Log
  settings: Pick<Settings, 'retentionDays' | 'lateDays'>
  judging: Judging
  relay?: Pick<Relay, 'whole'>
  /**
   * Takes readings in place of the database (TELEMETRY_LOG). Resolves once the reading cannot be lost. `keep` receives
   * it later.
   */
  publish?: (reading: Reading) => Promise<void>
}

/**
 * Creates the single entry point of telemetry. Samples are committed first; last values, live feed and response follow.
 */
export function createIngest({ storage, registry, feed, log, settings, judging, relay, publish }: Services): Ingest & {
  /**
   * Stores published readings, in order and in one transaction.
   *
   * @throws ApiError 503 when the database fails; Unsavable where it would always refuse the readings
   */
  keep(readings: readonly Reading[]): Promise<void>
} {
  const saving = createSavePolicy()
  // Kept apart, so that an out-of-range value does not take the place of a valid one in its saving period.
  const savingMarked = createSavePolicy(false)
  const moments = createRevisionGuard()
  const forget = (sample: Sample): void => {
    saving.forget(sample)
    savingMarked.forget(sample)
    moments.forget(sample)
    judging.forget(sample)
  }
  const daysOf = (source: TelemetrySource): number =>
    source.kind === 'trusted' && PAST.has(source.by)
      ? settings.retentionDays
      : Math.min(settings.lateDays, settings.retentionDays)
  const listeners: CommitListener[] = []
  let inboxOf: (samples: readonly LiveSample[]) => InboxRow | null = () => null
  const batches = createBatches({
    store: (samples) => storage.storeSamples(samples),
    inbox: (samples) => inboxOf(samples),
    committed(samples, inbox, marked) {
      registry.received(samples)
      if (marked.length > 0) registry.receivedMarked(marked)
      feed.publish(samples)
      for (const listener of listeners) listener(samples, inbox?.id ?? null, marked)
    },
    failed: (samples) => samples.forEach(forget),
    // An unacknowledged message is delivered again, possibly to another process.
    ...(publish && { isFinal: isRefused, standstill: STANDSTILL_TIMEOUT_MS }),
    log,
  })
  /**
   * Decides which values of a reading are saved, and their flags. `typedBy`: the user whose values are logged before
   * they are stored.
   */
  const decide = async (reading: Reading, typedBy: number | null = null): Promise<SenderBatch> => {
    const { marked, origin } = reading
    const pace = createYielder()
    const samples: Sample[] = []
    const imports = origin.source === 'import'
    for (const sample of reading.samples) {
      const revises = moments.revises(sample, origin.received_at, origin.amends)
      // The saving cycle thins out current measurements. Imported history is saved as it is and does not take the place
      // of a sample in its period.
      const keeps = imports || saving.shouldStore(sample, reading.shared, relay?.whole())
      if (keeps) sample.save = revises ? 2 : 1
      if (keeps || !revises) samples.push(sample)
      if (pace.isDue()) await pace.turn()
    }
    for (const sample of marked) if (savingMarked.shouldStore(sample)) sample.save = 1
    if (typedBy !== null) await logPushed(storage, typedBy, [...samples, ...marked])
    const judged = judging.judge(samples, reading.tellsOfClocks ? origin.received_at : null)
    // Imported values were measured somewhere else and must not raise alarms, however recent they are.
    if (imports)
      for (const sample of samples) {
        if (!sample.doubted) sample.past = true
        sample.doubted = true
      }
    readSamples(samples)
    return { samples, marked, origin, ...judged }
  }
  return {
    async push(items, source) {
      if (!Array.isArray(items) || items.length > MAX_ITEMS) throw badRequest('error.telemetry.list')
      const reading: ReadContext = {
        registry,
        mayPush: speaksFor(source, registry),
        days: daysOf(source),
        retained: source.kind === 'trusted' && source.by === 'mqtt' && source.retained === true,
        now: Date.now(),
        samples: [],
        marked: [],
        results: [],
        left: MAX_DETAILED_REFUSALS,
      }
      const pace = createYielder()
      for (const item of items as readonly unknown[]) {
        readItem(item, reading)
        if (pace.isDue()) await pace.turn()
      }
      const read: Reading = {
        samples: reading.samples,
        marked: reading.marked,
        origin: originOf(source, reading.now),
        tellsOfClocks: tellsOfClocks(source),
        shared: source.kind === 'trusted' && source.by === 'mqtt' && source.shared === true,
      }
      const typedBy = source.kind === 'user' ? source.caller.id : null
      if (!publish) await batches.add(await decide(read, typedBy))
      else if (read.samples.length + read.marked.length > 0) {
        if (typedBy !== null) await logPushed(storage, typedBy, [...read.samples, ...read.marked])
        await publish(read)
      }
      return reading.results
    },
    async keep(readings) {
      const decided: SenderBatch[] = []
      try {
        for (const reading of readings) decided.push(await decide(reading))
      } catch (error) {
        for (const { samples, marked } of readings) [...samples, ...marked].forEach(forget)
        throw new Unsavable('it cannot be judged', { cause: error })
      }
      await batches.addTogether(decided)
    },
    onCommitted: (listener) => void listeners.push(listener),
    beforeCommit: (make) => void (inboxOf = make),
    queued: () => batches.queued(),
    close: () => batches.close(),
  }
}

/** How long a transaction may stall while another process may wait for the same samples, ms. */
const STANDSTILL_TIMEOUT_MS = 10_000

/** Sources that send values of the past, accepted as far back as the history reaches. */
const PAST: ReadonlySet<string | undefined> = new Set(['import', 'station'])

/** Returns whether a source sends values that were measured just now. Imports, users and the platform itself do not. */
const tellsOfClocks = (source: TelemetrySource): boolean =>
  source.kind === 'trusted' ? source.by === 'mqtt' || source.by === 'station' : source.kind !== 'user'

/** Returns a test for the devices that a source may send values for. */
function speaksFor(source: TelemetrySource, registry: Registry): (device: LiveDevice) => boolean {
  switch (source.kind) {
    case 'device':
      return (device) => device.id === source.id
    case 'gateway':
      return (device) => device.gateway_id === source.id
    case 'user':
      return mayUse(source.caller, deviceResource, 'edit')
        ? (device) => registry.mayTouch(source.caller, device)
        : () => false
    case 'trusted':
      return () => true
  }
}
