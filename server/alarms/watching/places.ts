import { nodesOf } from '../../../resources/kit/rule.ts'
import type { LiveSample } from '../../platform.ts'
import type { Watch } from '../watch.ts'
import type { Recall } from './past.ts'

/** Watches by the samples they are about: device, node map, watches. Costs two look-ups a sample where no rule watches it. */
export interface Places {
  of(sample: Pick<LiveSample, 'device' | 'node'>): readonly Watch[] | undefined
  place(watch: Watch): void
  remove(watch: Watch): void
  devices(): IterableIterator<number>
  ofDevice(deviceId: number): Iterable<Watch>
}

export function createPlaces(): Places {
  const index = new Map<number, Map<number, Watch[]>>()
  return {
    of: ({ device, node }) => index.get(device.id)?.get(node.id),
    place(watch) {
      const nodes = index.get(watch.deviceId) ?? new Map<number, Watch[]>()
      index.set(watch.deviceId, nodes)
      for (const node of nodesOf(watch.rule.nodemap_id, watch.rule))
        nodes.set(node, [...(nodes.get(node) ?? []), watch])
    },
    remove(watch) {
      const nodes = index.get(watch.deviceId)
      for (const node of nodesOf(watch.rule.nodemap_id, watch.rule)) {
        const rest = nodes?.get(node)?.filter((other) => other !== watch) ?? []
        if (rest.length > 0) nodes?.set(node, rest)
        else nodes?.delete(node)
      }
      if (nodes?.size === 0) index.delete(watch.deviceId)
    },
    devices: () => index.keys(),
    ofDevice: (deviceId) => new Set([...(index.get(deviceId)?.values() ?? [])].flat()),
  }
}

/**
 * The trusted samples that rules watch, in the order in which they were measured: what was held up on its way comes together, in any order, and the first value
 * judged must not be the last one measured.
 */
export function watchedOf(samples: readonly LiveSample[], watchesOf: Places['of']): LiveSample[] {
  const watched = samples.filter((sample) => !sample.doubted && watchesOf(sample) !== undefined)
  const isInOrder = watched.every(({ ts }, at) => at === 0 || ts >= (watched[at - 1]?.ts ?? 0))
  return isInOrder ? watched : watched.toSorted((a, b) => a.ts - b.ts)
}

/** Takes a value that a watch is to be judged by; `value` is 0 where its signals are. */
export type Judge = (watch: Watch, value: number, ts: number) => void

/**
 * Judges a batch, in the order of its moments. Samples of one device and moment are judged together where several make a condition.
 *
 * @param recall of batches that are judged later than they came
 */
export function judgeSamples(samples: readonly LiveSample[], places: Places, judge: Judge, recall?: Recall): void {
  const open = new Map<Watch, number>()
  const close = (): void => {
    for (const [watch, ts] of open) judge(watch, 0, Math.max(ts, watch.ts))
    open.clear()
  }
  let of: LiveSample | null = null
  for (const sample of watchedOf(samples, places.of)) {
    const { device, node, value, ts } = sample
    if (open.size > 0 && (of?.device !== device || of.ts !== ts)) close()
    of = sample
    for (const watch of places.of(sample) ?? []) {
      recall?.until(watch, ts)
      if (!watch.signals) judge(watch, value, ts)
      else if (watch.signals.take(node.id, value, ts)) open.set(watch, ts)
    }
  }
  close()
}
