import { invalid } from '../errors.ts'
import type { Row } from '../storage/row.ts'

/**
 * Normalises an MN to upper case: stations write it in either case, and no two records may differ by case alone.
 * @throws {ApiError} 400 at the field where it is no MN
 */
export function plainMn(row: Row): void {
  if (!row.mn) return
  // MNs in networks of surface water contain underscores.
  if (!/^[A-Za-z0-9_]+$/.test(String(row.mn))) throw invalid({ mn: { key: 'error.hj212.mn' } })
  row.mn = String(row.mn).toUpperCase()
}
