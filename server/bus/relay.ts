import type { Registry } from '../platform.ts'
import type { Bus, Relay } from '../platform/processes.ts'
import { batchOf, toldOf, type Told } from './batches.ts'

/** Of the bus: a list of what was committed (`Told`). */
export const SAMPLES = 'samples'

/** Samples as messages of the bus: all of them go to every process. */
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
