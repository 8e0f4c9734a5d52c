import { useQuery } from '@tanstack/react-query'
import { useDataProvider } from 'ra-core'
import { useState } from 'react'
import type { Row } from '../../dataProvider/rows.ts'
import type { Resource } from '../../resources/kit/define.ts'

/** A record as a dialog shows it. */
export interface OneRecord {
  /** null while nothing is known of it. */
  record: Row | null
  /** It is the one just read, and no row that a list held. */
  fresh: boolean
  error: Error | null
  retry: () => void
}

/**
 * Reads one record anew when a dialog opens, and leaves it alone while that is open. The row it was opened from stands in until the
 * answer is there, so that the dialog is drawn at once; a list that does not hold all of a record's fields is no such row.
 *
 * @param id null reads nothing
 */
export function useRecord(resource: Resource, id: number | null, row?: Row): OneRecord {
  const dataProvider = useDataProvider()
  const [known] = useState(() => (row && isWhole(resource, row) ? row : null))
  const { data, error, refetch } = useQuery({
    queryKey: [resource.path, 'edit', id],
    queryFn: async ({ signal }) => (await dataProvider.getOne<Row>(resource.path, { id: id ?? 0, signal })).data,
    enabled: id !== null,
    gcTime: 0,
    staleTime: Infinity,
    retry: false,
  })
  return { record: data ?? known, fresh: data !== undefined, error, retry: () => void refetch() }
}

const isWhole = (resource: Resource, row: Row): boolean => Object.entries(resource.fields).every(([name, field]) => name in row || field.computed || field.secret)
