import { sql } from 'kysely'
import { lookbackMs, newSignals, nodesOf } from '../../../resources/kit/rule.ts'
import { HOUR, MINUTE } from '../../../resources/kit/zone.ts'
import type { Registry } from '../../platform.ts'
import { isAdjusted, isTrusted, readValue } from '../../quality/samples.ts'
import type { Storage } from '../../storage/types.ts'
import type { Batch } from '../inbox.ts'
import { freshnessOf, type Watch } from '../watch.ts'
import type { Places } from './places.ts'

/** Most watches of one query. */
const CHUNK_WATCHES = 500
/**
 * A query of more than one watch reads at most this much time, summed over all its nodes, ms: 360,000 samples at one
 * each 10 s.
 */
const CHUNK_SPAN_MS = 1000 * HOUR

interface Sample {
  node: number
  ts: number
  value: number
}

/** A watch, and since when its samples are wanted, epoch ms. */
interface Asked {
  watch: Watch
  since: number
}

/**
 * Gives watches that look back the samples they would have taken, so that a restart loses no mean. Samples already
 * there stay.
 */
export async function fillPast(
  { storage, registry }: { storage: Pick<Storage, 'readHistory'>; registry: Pick<Registry, 'device'> },
  watches: Iterable<Watch>,
  now: number,
): Promise<void> {
  const asked = [...watches]
    .filter(({ signals }) => signals !== null)
    .map((watch) => ({ watch, since: now - spanOf(registry, watch) }))
  for await (const { watch, samples } of pastOf(storage, asked, now))
    for (const { node, ts, value } of samples) watch.signals?.take(node, value, ts)
}

/**
 * Returns how far back the samples of a watch matter: the value at the start of the span that it looks back over may be
 * as old as a fresh value.
 */
const spanOf = (registry: Pick<Registry, 'device'>, watch: Watch): number =>
  lookbackMs(watch.rule) + Math.max(freshnessOf(registry, watch), MINUTE)

/**
 * Yields each watch with the trusted samples of its nodes, oldest first. Read as by a backtest: what is stored is raw,
 * while rules take calibrated samples. Many watches share a query: one query for each of thousands would take long.
 */
async function* pastOf(
  { readHistory }: Pick<Storage, 'readHistory'>,
  asked: readonly Asked[],
  now: number,
): AsyncGenerator<{ watch: Watch; samples: Sample[] }> {
  for (const { nodemaps, since, some } of chunksOf(asked, now)) {
    const devices = [...new Set(some.map(({ watch }) => watch.deviceId))]
    const rows = await readHistory(
      some.map((one) => ({ device: one.watch.deviceId, nodemaps, start: one.since, end: now })),
      async ({ read }) => {
        const adjusted = await isAdjusted(read, devices)
        return read
          .selectFrom('history')
          .select(['device_id', 'nodemap_id', 'ts'])
          .select((adjusted ? readValue() : sql.ref<number>('value')).as('value'))
          .where('device_id', 'in', devices)
          .where('nodemap_id', 'in', nodemaps)
          .where('ts', '>=', since)
          .where('ts', '<=', now)
          .where(isTrusted())
          .orderBy('ts')
          .execute()
      },
    )
    const ofDevice = new Map<number, Sample[]>(devices.map((id) => [id, []]))
    for (const { device_id, nodemap_id, ts, value } of rows)
      ofDevice.get(device_id)?.push({ node: nodemap_id, ts, value })
    for (const one of some) {
      const samples = ofDevice.get(one.watch.deviceId) ?? []
      yield { watch: one.watch, samples: samples.filter(({ ts }) => ts >= one.since) }
    }
  }
}

/**
 * Splits watches into queries: each for watches over the same nodes, since the earliest moment that one of them wants.
 * Sorted by those moments, so that a watch that looks far back makes few others read that far.
 */
function* chunksOf(
  asked: readonly Asked[],
  now: number,
): Generator<{ nodemaps: readonly number[]; since: number; some: readonly Asked[] }> {
  const groups = new Map<string, { nodemaps: readonly number[]; all: Asked[] }>()
  for (const one of asked) {
    const nodemaps = nodesOf(one.watch.rule.nodemap_id, one.watch.rule)
    const key = nodemaps.join()
    const group = groups.get(key) ?? { nodemaps, all: [] }
    groups.set(key, group)
    group.all.push(one)
  }
  for (const { nodemaps, all } of groups.values()) {
    all.sort((a, b) => a.since - b.since)
    for (let at = 0; at < all.length; ) {
      const since = all[at]?.since ?? now
      const span = nodemaps.length * Math.max(now - since, MINUTE)
      const size = Math.min(CHUNK_WATCHES, Math.max(1, Math.floor(CHUNK_SPAN_MS / span)))
      yield { nodemaps, since, some: all.slice(at, at + size) }
      at += size
    }
  }
}

/** Takes watches that look back, or at other nodes, to the moments of batches that are judged later than they came. */
export interface Recall {
  /** Takes watches back to the time before the batches. */
  begin(): void
  /** Gives a watch the samples up to a moment, except for those that are judged themselves. */
  until(watch: Watch, ts: number): void
}

/** Reads the samples that such watches had when the batches came. */
export async function readRecall(
  {
    storage,
    registry,
    places,
  }: { storage: Pick<Storage, 'readHistory'>; registry: Pick<Registry, 'device'>; places: Pick<Places, 'watched'> },
  batches: readonly Batch[],
  now: number,
): Promise<Recall> {
  const judged = new Map<Watch, Set<string>>()
  const first = new Map<Watch, number>()
  for (const batch of batches) {
    const watched = places.watched(batch.samples)
    for (const [at, { node, ts }] of watched.samples.entries())
      for (const watch of watched.places[at]?.watches ?? []) {
        if (!watch.signals) continue
        judged.set(watch, (judged.get(watch) ?? new Set()).add(`${node.id}/${ts}`))
        first.set(watch, Math.min(first.get(watch) ?? Infinity, ts))
      }
  }
  const asked = [...first].map(([watch, ts]) => ({ watch, since: ts - spanOf(registry, watch) }))
  const pasts = new Map<Watch, { samples: Sample[]; next: number }>()
  for await (const { watch, samples: stored } of pastOf(storage, asked, now)) {
    const samples = [...(watch.signals?.samples() ?? []), ...stored]
      .filter((sample) => judged.get(watch)?.has(`${sample.node}/${sample.ts}`) !== true)
      .toSorted((a, b) => a.ts - b.ts)
    pasts.set(watch, { samples, next: 0 })
  }
  return {
    begin() {
      for (const watch of pasts.keys()) watch.signals = newSignals(watch.rule.nodemap_id, watch.rule)
    },
    until(watch, ts) {
      const past = pasts.get(watch)
      if (!past) return
      for (let sample; (sample = past.samples[past.next]) && sample.ts <= ts; past.next++)
        watch.signals?.take(sample.node, sample.value, sample.ts)
    },
  }
}
