import type { Registry } from '../platform.ts'
import { batchOf, toldOf, type Batch, type Told } from './batches.ts'
import type { Bus } from './index.ts'

/** A batch that another process took, or last values that were read again since some may have been missed. */
export interface HeardBatch extends Batch {
  reread?: true
}

/** Carries committed samples from the process that took them to the others: over PostgreSQL, or over NATS. Carries nothing where there is one process. */
export interface Relay {
  /** What it goes by. */
  readonly home: 'none' | 'postgres' | 'nats'
  /** Whether it is connected; over PostgreSQL the bus sees to that. */
  connected(): boolean
  /** Whether what other processes take is known here in a moment. */
  whole(): boolean
  /** Tells the other processes, never this one. */
  publish(batches: readonly Batch[]): void
  onHeard(listener: (batches: readonly HeardBatch[]) => void): void
  /** Calls back every second as long as samples may be missed, and once after that. Over PostgreSQL the bus tells of its gaps. */
  onMissed(listener: () => void): void
  /** Resolves once samples are heard, or cannot be for now. */
  ready: Promise<void>
  close(): Promise<void>
}

const SAMPLES = 'samples'

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
