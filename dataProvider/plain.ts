import type { Identifier } from 'react-admin'

/** Parameters of a list request. `filter` is as in the page's address, `meta` as in the screen's query options. */
export interface ListParams {
  page: number
  perPage: number
  search: string
  /** '': the platform's own order. */
  sort: string
  descending: boolean
  filter: Readonly<Record<string, unknown>>
  meta: Readonly<Record<string, unknown>>
}

/** The verbs of a resource without a definition, each with its own call; a missing verb is refused. */
export interface PlainResource {
  getList: (
    asked: ListParams,
    signal?: AbortSignal,
  ) => Promise<{ data: { id: Identifier }[]; total: number; meta?: object }>
  getOne?: (id: Identifier, signal?: AbortSignal) => Promise<{ id: Identifier }>
  /** `data`: the changes; `previous`: the record as it was shown. */
  update?: (data: Readonly<Record<string, unknown>>, previous: unknown) => Promise<{ id: Identifier }>
  delete?: (id: Identifier) => Promise<unknown>
}

/** Reads a calendar day from a filter; null if it holds none. Filters may be typed into the address by hand. */
export const dayIn = (value: unknown): string | null =>
  typeof value === 'string' && /^\d{4}-\d{2}-\d{2}$/.test(value) && !Number.isNaN(Date.parse(value)) ? value : null

/** Reads the id in a filter; null if there is none. */
export const idIn = (value: unknown): number | null =>
  Number.isInteger(Number(value)) && Number(value) > 0 ? Number(value) : null
