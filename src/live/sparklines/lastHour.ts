import { useEffect, useSyncExternalStore } from 'react'
import { loadCapabilities } from '../../../authProvider/capabilities.ts'
import { LAST_HOURS, lastHours } from '../../../dataProvider/calls.ts'
import type { SparklineStore } from './sparklineStore.ts'

/** Batch window, ms: devices that scroll into view within this time are requested together. */
const BATCH_WINDOW_MS = 50
/**
 * A sparkline older than this is requested again, because it misses the values that arrived while it was out of view,
 * ms.
 */
const REFETCH_AFTER_MS = 5 * 60_000

interface RequestLog {
  /** When each device was last requested, epoch ms. */
  at: Map<number, number>
  waiting: Set<number>
}

const requestLogs = new WeakMap<SparklineStore, RequestLog>()

/**
 * Returns the values of a device's sparklines; renders again when they are loaded. If the platform announces
 * "sparklines", one call loads the last hour of all devices that came into view; otherwise a line starts when its
 * device is first shown.
 */
export function useLastHour(history: SparklineStore, device: number): SparklineStore {
  useSyncExternalStore(history.subscribe, history.filled)
  useEffect(() => {
    if (history.ask) history.ask(device)
    else requestLastHour(history, device)
  }, [history, device])
  return history
}

function requestLastHour(history: SparklineStore, device: number): void {
  const { at, waiting } = requestLogs.get(history) ?? { at: new Map<number, number>(), waiting: new Set<number>() }
  requestLogs.set(history, { at, waiting })
  if (Date.now() - (at.get(device) ?? 0) < REFETCH_AFTER_MS) return
  at.set(device, Date.now())
  if (waiting.size === 0) setTimeout(() => void fill(history, waiting), BATCH_WINDOW_MS)
  waiting.add(device)
}

async function fill(history: SparklineStore, waiting: Set<number>): Promise<void> {
  const devices = [...waiting]
  waiting.clear()
  if (!(await loadCapabilities()).extensions.has('sparklines')) return
  for (let from = 0; from < devices.length; from += LAST_HOURS) {
    // Optional: without an answer the lines start with the live values.
    const hours = await lastHours(devices.slice(from, from + LAST_HOURS)).catch(() => [])
    if (hours.length > 0) history.fillHours(hours)
  }
}
