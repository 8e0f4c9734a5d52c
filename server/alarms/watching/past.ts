import { lookBack, newSignals, nodesOf } from '../../../resources/kit/rule.ts'
import type { Registry } from '../../platform.ts'
import { isTrusted } from '../../quality/samples.ts'
import type { Storage } from '../../storage/types.ts'
import type { Batch } from '../inbox.ts'
import type { Rule } from '../rules.ts'
import { freshnessOf, type Watch } from '../watch.ts'
import type { Places } from './places.ts'

/** Devices of one query. */
const CHUNK_DEVICES = 500

/** Gives watches that look back the samples they would have taken, so that a restart forgets no mean. Those already there stay. */
export async function fillPast(
  { storage, registry }: { storage: Storage; registry: Registry },
  watches: Iterable<Watch>,
  now: number,
): Promise<void> {
  const byRule = new Map<Rule, Watch[]>()
  for (const watch of watches) if (watch.signals) byRule.set(watch.rule, [...(byRule.get(watch.rule) ?? []), watch])
  for (const [rule, some] of byRule) {
    const ofDevice = new Map(some.map((watch) => [watch.deviceId, watch]))
    const span = Math.max(...some.map((watch) => spanOf(registry, watch)))
    const rows = await pastOf(storage, rule, [...ofDevice.keys()], now - span, now)
    for (const row of rows) ofDevice.get(row.device_id)?.signals?.take(row.nodemap_id, row.value, row.ts)
  }
}

/** How far back the samples of a watch matter: what stood when the span began that it looks back over may be as old as a fresh value. */
const spanOf = (registry: Registry, watch: Watch): number =>
  lookBack(watch.rule) + Math.max(freshnessOf(registry, watch), 60_000)

/** The trusted samples of a rule's nodes, oldest first. */
async function pastOf({ readHistory }: Storage, rule: Rule, ids: readonly number[], since: number, now: number) {
  const found = []
  const nodemaps = nodesOf(rule.nodemap_id, rule)
  for (let at = 0; at < ids.length; at += CHUNK_DEVICES) {
    const some = ids.slice(at, at + CHUNK_DEVICES)
    const rows = await readHistory(
      some.map((device) => ({ device, nodemaps, start: since, end: now })),
      ({ read }) =>
        read
          .selectFrom('history')
          .select(['device_id', 'nodemap_id', 'ts', 'value'])
          .where('device_id', 'in', some)
          .where('nodemap_id', 'in', nodemaps)
          .where('ts', '>=', since)
          .where('ts', '<=', now)
          .where(isTrusted())
          .orderBy('ts')
          .execute(),
    )
    found.push(...rows)
  }
  return found
}

/** Puts watches that look back, or at other nodes, into the moments of batches that are judged later than they came. */
export interface Recall {
  /** Takes watches back to before the batches. */
  begin(): void
  /** Lets a watch know what came until a moment, but for what is judged itself. */
  until(watch: Watch, ts: number): void
}

/** Reads what such watches knew when the batches came. */
export async function readRecall(
  { storage, registry, places }: { storage: Storage; registry: Registry; places: Places },
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
  const pasts = new Map<Watch, { samples: { node: number; ts: number; value: number }[]; next: number }>()
  for (const [watch, ts] of first) {
    const { rule, deviceId, signals } = watch
    const stored = (await pastOf(storage, rule, [deviceId], ts - spanOf(registry, watch), now)).map((row) => ({
      node: row.nodemap_id,
      ts: row.ts,
      value: row.value,
    }))
    const samples = [...(signals?.samples() ?? []), ...stored]
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
