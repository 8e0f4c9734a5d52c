import { mayUse } from '../../resources/kit/access.ts'
import { device as deviceResource } from '../../resources/device.ts'
import type { Relay } from '../bus/relay.ts'
import { badRequest } from '../errors.ts'
import { createPace } from '../pace.ts'
import { readSamples } from '../quality/calibrations.ts'
import { withMaintained } from '../quality/maintained.ts'
import { withOwnMarks } from '../quality/stationMarks.ts'
import { createWatch } from '../quality/watch.ts'
import type { Log } from '../log.ts'
import type {
  CommitListener,
  Feed,
  Ingest,
  LiveDevice,
  LiveSample,
  Maintenance,
  Registry,
  TelemetrySource,
} from '../platform.ts'
import type { Settings } from '../settings.ts'
import type { InboxRow, Storage } from '../storage/types.ts'
import { createBatches, type Sample } from './batches.ts'
import { logPushed } from './byHand.ts'
import { MAX_ITEMS, readItem, MAX_DETAILED_REFUSALS, type ReadContext } from './items.ts'
import { createMoments } from './moments.ts'
import { originOf } from './origins.ts'
import { createSaving } from './saving.ts'

interface Services {
  storage: Storage
  registry: Registry
  feed: Feed
  log: Log
  settings: Pick<Settings, 'retentionDays' | 'lateDays'>
  maintenance?: Pick<Maintenance, 'any' | 'counts'>
  relay?: Pick<Relay, 'whole'>
}

/** The single entry point of telemetry. Samples are committed first and published afterwards: last values, live feed, response. */
export function createIngest({ storage, registry, feed, log, settings, maintenance, relay }: Services): Ingest {
  const saving = createSaving()
  // Kept apart: an out-of-range value must not take a valid one's place in its period.
  const savingMarked = createSaving(false)
  const moments = createMoments()
  const watch = createWatch()
  const forget = (sample: Sample): void => {
    saving.forget(sample)
    savingMarked.forget(sample)
    moments.forget(sample)
    watch.forget(sample)
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
    log,
  })
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
      const pace = createPace()
      for (const item of items as readonly unknown[]) {
        readItem(item, reading)
        if (pace.isDue()) await pace.turn()
      }
      const samples: Sample[] = []
      const origin = originOf(source, reading.now)
      const imports = origin.source === 'import'
      const shared = source.kind === 'trusted' && source.by === 'mqtt' && source.shared === true
      for (const sample of reading.samples) {
        const revises = moments.revises(sample, reading.now, origin.amends)
        // The saving cycle thins out what a device measures now; history is imported as it is, and takes no period's place.
        const keeps = imports || saving.keeps(sample, shared, relay?.whole())
        if (keeps) sample.save = revises ? 2 : 1
        if (keeps || !revises) samples.push(sample)
        if (pace.isDue()) await pace.turn()
      }
      const { marked } = reading
      for (const sample of marked) if (savingMarked.keeps(sample)) sample.save = 1
      if (source.kind === 'user') await logPushed(storage, source.caller.id, [...samples, ...marked])
      const said = watch.judge(samples, tellsOfClocks(source) ? reading.now : null)
      if (maintenance) said.flags = withMaintained(samples, said.flags, maintenance)
      const own = withOwnMarks(samples, said.flags)
      // What happened somewhere else alarms nobody now, however new it is.
      if (imports) for (const sample of samples) sample.doubted = true
      readSamples(samples)
      await batches.add({ samples, marked, origin, ...said, ...own })
      return reading.results
    },
    onCommitted: (listener) => void listeners.push(listener),
    beforeCommit: (make) => void (inboxOf = make),
    queued: () => batches.queued(),
    close: () => batches.close(),
  }
}

/** Who tells of the past: as far back as history reaches. */
const PAST: ReadonlySet<string | undefined> = new Set(['import', 'station'])

/** Whether a source sends what was measured just now: imports, people and the platform itself do not. */
const tellsOfClocks = (source: TelemetrySource): boolean =>
  source.kind === 'trusted' ? source.by === 'mqtt' || source.by === 'station' : source.kind !== 'user'

/** For which devices a source may speak. */
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
