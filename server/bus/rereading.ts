import { rawLastOf } from '../calibration.ts'
import type { Log } from '../log.ts'
import { createYielder } from '../pace.ts'
import type { LiveSample, Registry } from '../platform.ts'
import type { Storage } from '../storage/types.ts'
import { decodeSamples } from './batches.ts'

/**
 * Least pause between two readings, ms, and least pause as a multiple of the last reading's duration: the last values
 * of a large city take a second to read.
 */
const MIN_PAUSE_MS = 2000
const PAUSE_FACTOR = 9

/** Reads last values again where samples may have been missed, at intervals for as long as a caller asks. */
export function createRereading({
  storage,
  registry,
  found,
  log,
}: {
  storage: Storage
  registry: Registry
  /** Called with last values that are newer than the known ones, by device and time. */
  found(samples: LiveSample[]): void
  log: Log
}): { ask(): void; asked(): boolean; close(): Promise<void> } {
  let wanted = false
  let closed = false
  let running: Promise<void> | null = null
  let timer: NodeJS.Timeout | undefined
  let next = -Infinity

  const read = async (): Promise<void> => {
    const before = performance.now()
    wanted = false
    try {
      const samples = await newerThanKnown(storage, registry)
      if (samples.length > 0) found(samples)
    } catch (error) {
      wanted = true
      log.warn({ err: error }, 'last values could not be read again')
    }
    const after = performance.now()
    next = after + Math.max(MIN_PAUSE_MS, (after - before) * PAUSE_FACTOR)
  }
  const start = (): void => {
    if (running || closed || !wanted) return
    clearTimeout(timer)
    const wait = next - performance.now()
    if (wait > 0) {
      timer = setTimeout(start, wait)
      timer.unref()
      return
    }
    running = read().finally(() => {
      running = null
      start()
    })
  }
  return {
    ask() {
      wanted = true
      start()
    },
    asked: () => wanted || running !== null,
    async close() {
      closed = true
      clearTimeout(timer)
      await running
    },
  }
}

/** Returns the stored last values that are newer than those of the live state, as samples. */
async function newerThanKnown(storage: Storage, registry: Registry): Promise<LiveSample[]> {
  const pace = createYielder()
  const numbers: number[] = []
  for (const { device_id, nodemap_id, ts, value } of await storage.lastValues(null)) {
    const node = registry.device(device_id)?.nodes.get(nodemap_id)
    if (node && ts > (rawLastOf(node)?.ts ?? -Infinity)) numbers.push(device_id, nodemap_id, ts, value)
    if (pace.isDue()) await pace.turn()
  }
  return decodeSamples(numbers, registry).toSorted((a, b) => a.device.id - b.device.id || a.ts - b.ts)
}
