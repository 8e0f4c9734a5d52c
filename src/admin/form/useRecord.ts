import { useGetOne, type UseGetOneOptions } from 'react-admin'
import type { Row } from '../../../dataProvider/rows.ts'
import type { Resource } from '../../../resources/kit/define.ts'

/** A record as a dialog shows it. */
export interface OneRecord {
  /** null while nothing is known of it. */
  record: Row | null
  error: Error | null
  retry: () => void
}

/** Marks what a dialog reads for itself: lists put their rows where other readers look, and may not hold all of a record's fields. */
export const READ_ANEW = { readAnew: true }

/** How a dialog reads its record: fetched when it opens, not refetched while it is open. `row` is the placeholder, so that the dialog renders at once. */
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

/** A list's row that holds all of a record's fields, or none. */
export const wholeRow = (resource: Resource, row: Row | undefined): Row | undefined =>
  row && Object.entries(resource.fields).every(([name, field]) => name in row || field.computed || field.secret)
    ? row
    : undefined
