import { fetchFile } from '../http.ts'
import type { Resource } from '../../resources/kit/define.ts'

export const EXPORT_FORMATS = ['xlsx', 'csv'] as const
export type ExportFormat = (typeof EXPORT_FORMATS)[number]

/** The part of a list that is exported: the records that its URL's filters find, or given records. */
export interface Exported {
  search: string
  project: number | null
  area: number | null
  sort: string
  descending: boolean
  /** Exports only these records; null exports all that the filters find. */
  ids: readonly number[] | null
}

/**
 * Calls GET {api}/export (an extension): returns all records that a list's filters find as a file, in the console's
 * language.
 */
export const exportFile = (
  { api }: Resource,
  format: ExportFormat,
  { search, project, area, sort, descending, ids }: Exported,
  signal?: AbortSignal,
): Promise<File> =>
  fetchFile(`${api}/export`, {
    query: {
      format,
      search,
      pro_id: project,
      dis_id: area,
      sort,
      order: sort === '' ? '' : descending ? 'desc' : 'asc',
      ids: ids?.join(','),
    },
    signal,
    timeout: EXPORT_TIMEOUT_MS,
  })

/** Records that an export may name by id: the length of a URL is limited. */
export const MAX_NAMED = 500

const EXPORT_TIMEOUT_MS = 600_000
