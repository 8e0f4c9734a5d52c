import type { Registry } from '../platform.ts'
import type { Bus, Relay } from '../platform/processes.ts'
import { batchOf, toldOf, type Told } from './batches.ts'

/** Message kind on the bus: a list of committed batches (`Told`). */
export const SAMPLES = 'samples'

/** Carries samples as messages of the bus: every process receives all of them. */
export function overBus(bus: Bus, registry: Registry): Relay {
  return {
    home: bus.alone ? 'none' : 'postgres',
    connected: () => true,
    whole: () => true,
    publish(batches) {
      bus.publish(
        SAMPLES,
        batches.map((batch) => toldOf(batch)),
      )
    },
    onHeard: (listener) =>
      bus.on(SAMPLES, (payload) => listener((payload as Told[]).map((told) => batchOf(told, registry)))),
    onMissed: () => {},
    ready: bus.ready,
    close: async () => {},
  }
}
