import { mayUse } from '../../resources/kit/access.ts'
import { device as deviceResource } from '../../resources/device.ts'
import type { Log } from '../log.ts'
import type { Feed, FeedMessage, Ingest, LiveDevice, LiveSample, Registry, Source } from '../platform.ts'
import type { Settings } from '../settings.ts'
import type { Storage } from '../storage/types.ts'
import { createBatches, type Sample } from './batches.ts'
import { readItems } from './items.ts'
import { createSaving } from './saving.ts'

interface Rooms {
  storage: Storage
  registry: Registry
  feed: Feed
  log: Log
  settings: Pick<Settings, 'retentionDays'>
}

/** The one way telemetry enters. What is accepted is committed first, then seen: last values, live feed, answer. */
export function createIngest({ storage, registry, feed, log, settings }: Rooms): Ingest {
  const saving = createSaving()
  const listeners: ((samples: readonly LiveSample[]) => void)[] = []
  const batches = createBatches({
    store: (samples) => storage.storeSamples(samples),
    committed(samples) {
      registry.received(samples)
      feed.publish(messagesOf(samples))
      for (const listener of listeners) listener(samples)
    },
    failed: (samples) => samples.forEach(saving.forget),
    log,
  })
  return {
    async push(items, source) {
      const { samples, results } = readItems(items, { registry, mayPush: speaksFor(source, registry), retentionDays: settings.retentionDays, now: Date.now() })
      await batches.add(samples.map((sample): Sample => ({ ...sample, save: saving.keeps(sample) ? 1 : 0 })))
      return results
    },
    onCommitted: (listener) => void listeners.push(listener),
    queued: () => batches.queued(),
    close: () => batches.close(),
  }
}

/** For which devices a source may speak. */
function speaksFor(source: Source, registry: Registry): (device: LiveDevice) => boolean {
  switch (source.kind) {
    case 'device':
      return (device) => device.id === source.id
    case 'gateway':
      return (device) => device.gateway_id === source.id
    case 'user':
      return mayUse(source.caller, deviceResource, 'edit') ? (device) => registry.mayTouch(source.caller, device) : () => false
    case 'trusted':
      return () => true
  }
}

/** One message for each device and moment; samples of one item stand together. */
function messagesOf(samples: readonly LiveSample[]): FeedMessage[] {
  const messages: FeedMessage[] = []
  let current: FeedMessage | undefined
  for (const { device, node, ts, value } of samples) {
    if (!current || current.deviceid !== device.id || current.t !== ts) {
      current = { sn: device.sn, deviceid: device.id, t: ts, values: {} }
      messages.push(current)
    }
    current.values[node.id] = value
  }
  return messages
}
