import { useEffect, useSyncExternalStore } from 'react'
import { loadCapabilities } from '../../authProvider/capabilities.ts'
import { LAST_HOURS, lastHours } from '../../dataProvider/calls.ts'
import type { SparklineStore } from './sparklineStore.ts'

/** What comes into view together is asked for together, ms. */
const BATCH_WINDOW = 50
/** A line that was filled so long ago is asked for again: what came while it was out of view is not in it, ms. */
const REFETCH_AFTER = 5 * 60_000

interface RequestLog {
  /** When each device was asked for last, epoch ms. */
  at: Map<number, number>
  waiting: Set<number>
}

const requestLogs = new WeakMap<SparklineStore, RequestLog>()

/**
 * The values of a device's sparklines; the component is drawn again when they were filled. Where the platform announces "sparklines", the last hour is
 * asked for, of all that came into view in one call; in front of others a line grows from when its device was first looked at.
 */
export function useLastHour(history: SparklineStore, device: number): SparklineStore {
  useSyncExternalStore(history.subscribe, history.filled)
  useEffect(() => requestLastHour(history, device), [history, device])
  return history
}

function requestLastHour(history: SparklineStore, device: number): void {
  const { at, waiting } = requestLogs.get(history) ?? { at: new Map<number, number>(), waiting: new Set<number>() }
  requestLogs.set(history, { at, waiting })
  if (Date.now() - (at.get(device) ?? 0) < REFETCH_AFTER) return
  at.set(device, Date.now())
  if (waiting.size === 0) setTimeout(() => void fill(history, waiting), BATCH_WINDOW)
  waiting.add(device)
}

async function fill(history: SparklineStore, waiting: Set<number>): Promise<void> {
  const devices = [...waiting]
  waiting.clear()
  if (!(await loadCapabilities()).extensions.has('sparklines')) return
  for (let from = 0; from < devices.length; from += LAST_HOURS) {
    // Decoration: without it the lines grow as they did.
    const hours = await lastHours(devices.slice(from, from + LAST_HOURS)).catch(() => [])
    if (hours.length > 0) history.fillHours(hours)
  }
}
