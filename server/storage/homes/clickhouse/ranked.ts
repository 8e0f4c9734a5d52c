import type { Origin, Samples } from '../../types.ts'
import { lineOf } from './lines.ts'

/** Returns the origin of each sample of a batch, in order; without evidence it is the platform itself. */
function originsByPlace({ ts, evidence }: Samples, now: number): Pick<Origin, 'received_at' | 'amends'>[] {
  const origins = evidence?.origins ?? []
  let next = 0
  let origin: Pick<Origin, 'received_at' | 'amends'> = { received_at: now }
  return ts.map((_ts, place) => {
    for (; (origins[next]?.from ?? Infinity) <= place; next++) origin = origins[next] ?? origin
    return origin
  })
}

const keyOf = ({ device_id, nodemap_id, ts }: Record<'device_id' | 'nodemap_id' | 'ts', unknown>): string =>
  `${String(device_id)} ${String(nodemap_id)} ${String(ts)}`

export interface Ranks {
  /** Rank of a first value: the earlier it came, the greater. */
  first(row: Record<string, number | null>): number
  /**
   * Rank of a value that replaces the first one: greater than that of any first value, and of any earlier amendment.
   */
  amended(row: Record<string, number | null>): number
}

/** Returns the ranks of the samples of a batch, by key. */
export function ranksOf(samples: Samples, now: number): Ranks {
  const origins = originsByPlace(samples, now)
  const first = new Map<string, number>()
  const amended = new Map<string, number>()
  for (const [i, device_id] of samples.device_id.entries()) {
    if (!samples.save[i]) continue
    const key = keyOf({ device_id, nodemap_id: samples.nodemap_id[i], ts: samples.ts[i] })
    const { received_at, amends } = origins[i] ?? { received_at: now }
    if (!first.has(key)) first.set(key, -received_at)
    if (amends) amended.set(key, received_at)
  }
  return {
    first: (row) => first.get(keyOf(row)) ?? -now,
    amended: (row) => amended.get(keyOf(row)) ?? now,
  }
}

/** Returns, as lines, the samples of a batch that meet no stored values. */
export function historyLines(samples: Samples, now: number): string[] {
  const origins = originsByPlace(samples, now)
  return samples.ts.flatMap((ts, i) =>
    samples.save[i]
      ? lineOf([
          samples.device_id[i] ?? 0,
          samples.nodemap_id[i] ?? 0,
          ts,
          samples.value[i] ?? 0,
          -(origins[i]?.received_at ?? now),
        ])
      : [],
  )
}

/**
 * Returns the last values of a batch as lines, one per node. The rank is the earlier of the value's own time and `now`:
 * values with later times win in whatever order they come, and a value that a fast clock left in the future is replaced
 * once the clock is right.
 */
export function lastLines({ device_id, nodemap_id, ts, value, save }: Samples, now: number): string[] {
  const places = new Map<string, number>()
  const rankAt = (place: number): number => Math.min(ts[place] ?? 0, now)
  for (const [i, device] of device_id.entries()) {
    if (save[i] === 2) continue
    const name = `${device} ${nodemap_id[i] ?? 0}`
    const known = places.get(name)
    if (known === undefined || rankAt(i) >= rankAt(known)) places.set(name, i)
  }
  return [...places.values()].map((i) =>
    lineOf([device_id[i] ?? 0, nodemap_id[i] ?? 0, ts[i] ?? 0, value[i] ?? 0, rankAt(i)]),
  )
}
