import type pg from 'pg'
import type { Samples } from '../../types.ts'
import type { ClickHouse } from './client.ts'
import { newestQueries, type Key } from './queries.ts'

const nameOf = (device: number, node: number): string => `${device} ${node}`

interface Newest {
  /**
   * Whether samples of a batch may meet stored values of the same node and time; looks up the nodes that are not known
   * yet.
   */
  mayMeet(samples: Samples): Promise<boolean>
  /** Call it once the samples are stored. */
  stored(samples: Samples): void
}

/**
 * Tracks the newest time of each node of which this process knows a value, marked values included: a newer sample meets
 * no stored value. Values that another process stored meanwhile are unknown; even so the first of two values is kept,
 * by its rank (decision 0019).
 */
export function newestMoments({ clickhouse, pool }: { clickhouse: ClickHouse; pool: pg.Pool }): Newest {
  const newest = new Map<string, number>()

  /** Looks up the unknown nodes of a batch: whether a node has a value as new as its samples in the batch. */
  const learn = async ({ device_id, nodemap_id, ts, save }: Samples): Promise<void> => {
    const devices = new Set<number>()
    const unknown = new Set<string>()
    let since = Infinity
    for (const [i, device] of device_id.entries()) {
      const name = nameOf(device, nodemap_id[i] ?? 0)
      if (!save[i] || newest.has(name)) continue
      devices.add(device)
      unknown.add(name)
      since = Math.min(since, ts[i] ?? Infinity)
    }
    if (devices.size === 0) return
    const found = new Map<string, number>()
    const add = (device: number, node: number, time: number): void => {
      const name = nameOf(device, node)
      found.set(name, Math.max(found.get(name) ?? -Infinity, time))
    }
    for (const query of newestQueries([...devices], since))
      for (const [device, node, time] of await clickhouse.rows(query)) add(Number(device), Number(node), Number(time))
    const { rows } = await pool.query<Key>(
      'select device_id, nodemap_id, max(ts) as ts from historymark where device_id = any($1::bigint[]) and ts >= $2 group by device_id, nodemap_id',
      [[...devices], since],
    )
    for (const row of rows) add(row.device_id, row.nodemap_id, row.ts)
    for (const name of unknown) newest.set(name, found.get(name) ?? since - 1)
  }

  return {
    async mayMeet(samples) {
      await learn(samples)
      const { device_id, nodemap_id, ts, save } = samples
      const ahead = new Map<string, number>()
      for (const [i, device] of device_id.entries()) {
        if (!save[i]) continue
        const name = nameOf(device, nodemap_id[i] ?? 0)
        const time = ts[i] ?? 0
        if (time <= (ahead.get(name) ?? newest.get(name) ?? -Infinity)) return true
        ahead.set(name, time)
      }
      return false
    },
    stored({ device_id, nodemap_id, ts, save, evidence }) {
      const see = (device: number, node: number, time: number): void => {
        const name = nameOf(device, node)
        newest.set(name, Math.max(newest.get(name) ?? -Infinity, time))
      }
      for (const [i, device] of device_id.entries()) if (save[i]) see(device, nodemap_id[i] ?? 0, ts[i] ?? 0)
      // A mark alone does not make a node known that was not looked up.
      for (const row of evidence?.marks ?? [])
        if (newest.has(nameOf(row.device_id, row.nodemap_id))) see(row.device_id, row.nodemap_id, row.ts)
    },
  }
}

/** Returns the keys at which a batch may meet stored values. */
export function keysOf({ device_id, nodemap_id, ts, save, evidence }: Samples): Key[] {
  const keys = new Map<string, Key>()
  const add = (key: Key): void => void keys.set(`${key.device_id} ${key.nodemap_id} ${key.ts}`, key)
  const late = new Set(evidence?.late)
  for (const [i, device] of device_id.entries())
    if (save[i] || late.has(i)) add({ device_id: device, nodemap_id: nodemap_id[i] ?? 0, ts: ts[i] ?? 0 })
  for (const row of [...(evidence?.marks ?? []), ...(evidence?.skews ?? [])])
    add({ device_id: row.device_id, nodemap_id: row.nodemap_id, ts: row.ts })
  return [...keys.values()]
}
