import { invalid } from '../errors.ts'
import type { Row } from '../storage/row.ts'

/** Stations write their MN in either case: kept in one, no two records differ by it alone. Throws 400 at the field for what is none. */
export function plainMn(row: Row): void {
  if (!row.mn) return
  // Networks of surface water have low lines in theirs.
  if (!/^[A-Za-z0-9_]+$/.test(String(row.mn))) throw invalid({ mn: { key: 'error.hj212.mn' } })
  row.mn = String(row.mn).toUpperCase()
}
