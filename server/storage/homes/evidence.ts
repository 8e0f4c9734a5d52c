import type { Evidence, Origin, RevisionRow } from '../types.ts'

/** A sample whose key (device, node, time) already has a value. */
export interface Conflict {
  device_id: number
  nodemap_id: number
  ts: number
  value: number
  /** The first value of the key. */
  first: number
}

/**
 * Returns a function that finds the origin of the sample at an index of its batch. Without evidence the origin is the
 * platform itself.
 */
export function originsOf(evidence: Evidence | null | undefined): (place: number) => Origin {
  const origins = evidence?.origins ?? []
  const own: Origin = { source: 'platform', source_id: null, received_at: Date.now() }
  return (place) => origins.findLast(({ from }) => from <= place) ?? own
}

/** Returns the revision that a later value makes; null where it equals the first value. */
export const revisionOf = (
  { device_id, nodemap_id, ts, value, first }: Conflict,
  { source, source_id, received_at, amends }: Origin,
): RevisionRow | null =>
  value === first
    ? null
    : { device_id, nodemap_id, ts, value, first, stands: amends ? 1 : 0, source, source_id, received_at }

export const REVISION_COLUMNS = [
  'device_id',
  'nodemap_id',
  'ts',
  'value',
  'first',
  'stands',
  'source',
  'source_id',
  'received_at',
] as const
export const MARK_COLUMNS = [
  'device_id',
  'nodemap_id',
  'ts',
  'value',
  'mark',
  'source',
  'source_id',
  'received_at',
] as const
