import type { ListQuery } from './listQuery.ts'

/** Cached row counts of large lists, so that paging does not count all rows again for every page. */
export interface Totals {
  /** Null where the rows must be counted. */
  get(query: ListQuery): number | null
  keep(query: ListQuery, total: number): void
  forget(): void
}

/** Smaller lists are not cached: counting them is fast, and the count is always right. */
const LARGE = 10_000
/** Time to live of a total, ms. Changes made directly in the database show after this time. */
const TOTAL_TTL_MS = 10_000
const MAX = 200

export function createTotals(now: () => number = Date.now): Totals {
  const totals = new Map<string, { at: number; total: number }>()
  const keyOf = ({ conditions, search }: ListQuery): string => JSON.stringify([conditions, search])
  return {
    get(query) {
      const known = totals.get(keyOf(query))
      return known && now() - known.at < TOTAL_TTL_MS ? known.total : null
    },
    keep(query, total) {
      if (total < LARGE) return
      if (totals.size >= MAX) totals.clear()
      totals.set(keyOf(query), { at: now(), total })
    },
    forget: () => totals.clear(),
  }
}
