import type { TelemetrySource } from '../platform.ts'
import type { Origin } from '../storage/types.ts'

/** Returns a source in the form stored beside its samples. */
export function originOf(source: TelemetrySource, received_at: number): Origin {
  switch (source.kind) {
    case 'device':
    case 'gateway':
      return { source: source.kind, source_id: source.id, received_at }
    case 'user':
      return { source: 'user', source_id: source.caller.id, received_at }
    case 'trusted':
      if (source.by === 'import') return { source: 'import', source_id: source.user ?? null, received_at }
      // `amends`: values of the platform's own correcting rule (server/virtual).
      return { source: source.by ?? 'platform', source_id: null, received_at, amends: source.by === 'virtual' }
  }
}
