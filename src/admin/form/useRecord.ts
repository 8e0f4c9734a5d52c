import { useGetOne, type UseGetOneOptions } from 'react-admin'
import type { Row } from '../../../dataProvider/rows.ts'
import type { Resource } from '../../../resources/kit/define.ts'

/** A record as a dialog shows it. */
export interface OneRecord {
  /** null while the record is unknown. */
  record: Row | null
  error: Error | null
  retry: () => void
}

/**
 * Marks the queries in which a dialog reads its record itself: lists store their rows under the key that other readers
 * use, and these rows may lack some of a record's fields.
 */
export const READ_ANEW = { readAnew: true }

/**
 * Query options with which a dialog reads its record: fetched when it opens, not refetched while it is open. `row` is
 * the placeholder, so that the dialog renders at once.
 */
export const readAnew = (row?: Row): UseGetOneOptions<Row> & { meta: typeof READ_ANEW } => ({
  meta: READ_ANEW,
  placeholderData: row,
  gcTime: 0,
  staleTime: Infinity,
  retry: false,
  onError: () => {},
})

/** Reads a record for a dialog. */
export function useRecord(resource: Resource, id: number): OneRecord {
  const { meta, ...options } = readAnew()
  const { data = null, error, refetch } = useGetOne<Row>(resource.path, { id, meta }, options)
  return { record: data, error, retry: () => void refetch() }
}

/** Returns a list's row if it holds all fields of a record, otherwise undefined. */
export const wholeRow = (resource: Resource, row: Row | undefined): Row | undefined =>
  row && Object.entries(resource.fields).every(([name, field]) => name in row || field.computed || field.secret)
    ? row
    : undefined
