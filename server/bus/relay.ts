import type { Registry } from '../platform.ts'
import type { Bus, Relay } from '../platform/processes.ts'
import { batchOf, toBusBatch, type BusBatch } from './batches.ts'

/** Message kind on the bus: a list of committed batches (`BusBatch`). */
export const SAMPLES = 'samples'

/** Carries samples as messages of the bus: every process receives all of them. */
export function createBusRelay(bus: Bus, registry: Registry): Relay {
  return {
    home: bus.alone ? 'none' : 'postgres',
    connected: () => true,
    whole: () => true,
    publish(batches) {
      bus.publish(
        SAMPLES,
        batches.map((batch) => toBusBatch(batch)),
      )
    },
    onHeard: (listener) =>
      bus.on(SAMPLES, (payload) => listener((payload as BusBatch[]).map((told) => batchOf(told, registry)))),
    onMissed: () => {},
    ready: bus.ready,
    close: async () => {},
  }
}
