import type { Identifier } from 'react-admin'

/** What a list is asked for. `filter` as the address holds it, `meta` as the screen's query options do. */
export interface Asked {
  page: number
  perPage: number
  search: string
  /** '': the platform's own order. */
  sort: string
  descending: boolean
  filter: Readonly<Record<string, unknown>>
  meta: Readonly<Record<string, unknown>>
}

/** The verbs of a resource that no definition stands behind, each by a call of its own; what it lacks is refused. */
export interface PlainResource {
  getList: (asked: Asked, signal?: AbortSignal) => Promise<{ data: { id: Identifier }[]; total: number; meta?: object }>
  getOne?: (id: Identifier, signal?: AbortSignal) => Promise<{ id: Identifier }>
  /** `data`: what changes; `previous`: the record as it was shown. */
  update?: (data: Readonly<Record<string, unknown>>, previous: unknown) => Promise<{ id: Identifier }>
  delete?: (id: Identifier) => Promise<unknown>
}

/** A calendar day of a filter; null where it holds none: addresses are written by hand, too. */
export const dayIn = (value: unknown): string | null =>
  typeof value === 'string' && /^\d{4}-\d{2}-\d{2}$/.test(value) && !Number.isNaN(Date.parse(value)) ? value : null

/** The id that a filter names; null where it names none. */
export const idIn = (value: unknown): number | null =>
  Number.isInteger(Number(value)) && Number(value) > 0 ? Number(value) : null
