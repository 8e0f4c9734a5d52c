import type { Evidence, Origin, RevisionRow } from '../types.ts'

/** A sample that came to a moment which has a value already. */
export interface Conflict {
  device_id: number
  nodemap_id: number
  ts: number
  value: number
  /** The first value of the moment. */
  first: number
}

/** Where the sample at a place of its batch came from. Without evidence it is the platform's own. */
export function originsOf(evidence: Evidence | null | undefined): (place: number) => Origin {
  const origins = evidence?.origins ?? []
  const own: Origin = { source: 'platform', source_id: null, received_at: Date.now() }
  return (place) => origins.findLast(({ from }) => from <= place) ?? own
}

/** The revision that a later value is; null where it says the same as the first. */
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
