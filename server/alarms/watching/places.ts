import { nodesOf } from '../../../resources/kit/rule.ts'
import type { LiveSample } from '../../platform.ts'
import type { Watch } from '../watch.ts'
import type { Recall } from './past.ts'

/** A sample, and the watches over its node. */
export type Watched = readonly [sample: LiveSample, watches: readonly Watch[]]

/** Watches by the samples they are about: device, node map, watches. Costs one look-up a device where no rule watches it, and one more a sample where one does. */
export interface Places {
  /**
   * The trusted samples of a batch that rules watch, in the order in which they were measured: what was held up on its way comes together, in any order, and
   * the first value judged must not be the last one measured. Asked before the commit and after: of the last batch it is remembered.
   */
  watched(samples: readonly LiveSample[]): readonly Watched[]
  place(watch: Watch): void
  remove(watch: Watch): void
  devices(): IterableIterator<number>
  ofDevice(deviceId: number): Iterable<Watch>
}

export function createPlaces(): Places {
  const index = new Map<number, Map<number, Watch[]>>()
  /** The batch asked last; null once another rule may watch it. */
  let last: { samples: readonly LiveSample[]; watched: readonly Watched[] } | null = null
  const find = (samples: readonly LiveSample[]): Watched[] => {
    const found: Watched[] = []
    // Samples of one device follow each other: it is looked up once for all of them.
    let device: LiveSample['device'] | null = null
    let nodes: ReadonlyMap<number, readonly Watch[]> | undefined
    let [before, isInOrder] = [-Infinity, true]
    for (const sample of samples) {
      if (sample.device !== device) {
        device = sample.device
        nodes = index.get(device.id)
      }
      const watches = sample.doubted ? undefined : nodes?.get(sample.node.id)
      if (!watches) continue
      isInOrder &&= sample.ts >= before
      before = sample.ts
      found.push([sample, watches])
    }
    return isInOrder ? found : found.toSorted(([a], [b]) => a.ts - b.ts)
  }
  return {
    watched(samples) {
      if (last?.samples !== samples) last = { samples, watched: find(samples) }
      return last.watched
    },
    place(watch) {
      last = null
      const nodes = index.get(watch.deviceId) ?? new Map<number, Watch[]>()
      index.set(watch.deviceId, nodes)
      for (const node of nodesOf(watch.rule.nodemap_id, watch.rule))
        nodes.set(node, [...(nodes.get(node) ?? []), watch])
    },
    remove(watch) {
      last = null
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

/** Takes a value that a watch is to be judged by; `value` is 0 where its signals are. */
export type Judge = (watch: Watch, value: number, ts: number) => void

/**
 * Judges a batch, in the order of its moments. Samples of one device and moment are judged together where several make a condition.
 *
 * @param recall of batches that are judged later than they came
 */
export function judgeSamples(
  samples: readonly LiveSample[],
  places: Pick<Places, 'watched'>,
  judge: Judge,
  recall?: Recall,
): void {
  const open = new Map<Watch, number>()
  const close = (): void => {
    for (const [watch, ts] of open) judge(watch, 0, Math.max(ts, watch.ts))
    open.clear()
  }
  let of: LiveSample | null = null
  for (const [sample, watches] of places.watched(samples)) {
    const { device, node, value, ts } = sample
    if (open.size > 0 && (of?.device !== device || of.ts !== ts)) close()
    of = sample
    for (const watch of watches) {
      recall?.until(watch, ts)
      if (!watch.signals) judge(watch, value, ts)
      else if (watch.signals.take(node.id, value, ts)) open.set(watch, ts)
    }
  }
  close()
}
