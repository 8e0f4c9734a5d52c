import { fetchFile } from '../http.ts'
import type { Resource } from '../../resources/kit/define.ts'

export const EXPORT_FORMATS = ['xlsx', 'csv'] as const
export type ExportFormat = (typeof EXPORT_FORMATS)[number]

/** What of a list is exported: as its URL narrows it, or these records. */
export interface Exported {
  search: string
  project: number | null
  area: number | null
  sort: string
  descending: boolean
  /** Only these; null is all that the filters find. */
  ids: readonly number[] | null
}

/** GET {api}/export (an extension): all that a list's filters find as a file, in the console's language. */
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

/** Records that an export may name one by one: an address has its length. */
export const MAX_NAMED = 500

const EXPORT_TIMEOUT_MS = 600_000
