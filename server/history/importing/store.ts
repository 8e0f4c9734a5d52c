import { device as deviceResource } from '../../../resources/device.ts'
import { mayUse, type Caller } from '../../../resources/kit/access.ts'
import type { Problem } from '../../../resources/kit/rules.ts'
import { badRequest, forbidden, invalid } from '../../errors.ts'
import { createYielder } from '../../pace.ts'
import type { Platform } from '../../platform.ts'
import { logImported } from './log.ts'
import { readRow, type ImportedValue } from './rows.ts'
import { momentKey, storedValuesAt } from './storedValues.ts'

/** Most rows of one call. */
export const MAX_ROWS = 5000

/** Outcome of a row. `same`: the history already held this value for the time. */
export type Outcome = { state: 'stored' | 'same' } | { state: 'refused'; reason: Problem }

/**
 * Stores past samples, and returns the outcome of each row, in order. A stored value is never overwritten, so a batch
 * may be sent again.
 *
 * @throws ApiError 403 where the caller may not edit devices, 400 where `rows` is not a list or too long a one, 503
 *   where nothing can be stored for now
 */
export async function importHistory(
  { registry, storage, ingest, settings }: Pick<Platform, 'registry' | 'storage' | 'ingest' | 'settings'>,
  caller: Caller,
  { rows, device_id }: Record<string, unknown>,
): Promise<Outcome[]> {
  if (!mayUse(caller, deviceResource, 'edit')) throw forbidden()
  if (!Array.isArray(rows)) throw badRequest()
  if (rows.length === 0 || rows.length > MAX_ROWS)
    throw invalid({ rows: { key: 'error.historyImport.rows', args: { max: MAX_ROWS } } })
  const context = { registry, caller, usual: device_id, now: Date.now(), days: settings.retentionDays }
  const pace = createYielder()
  const read: (ImportedValue | Problem)[] = []
  for (const row of rows as readonly unknown[]) {
    read.push(readRow(row, context))
    if (pace.isDue()) await pace.turn()
  }
  const wanted = read.filter((row) => 'node' in row)
  const before = await storedValuesAt(storage, wanted)
  // Of several rows for the same node and time, the first counts.
  const fresh = new Map<string, ImportedValue>()
  for (const row of wanted) {
    const moment = momentKey(row)
    if (!before.has(moment) && !fresh.has(moment)) fresh.set(moment, row)
  }
  const reasons = await store({ storage, ingest }, caller, [...fresh.values()])
  // Read again: another sender may have stored a value for the same time meanwhile.
  const after = fresh.size === 0 ? before : await storedValuesAt(storage, wanted)
  return read.map((row): Outcome => {
    if (!('node' in row)) return { state: 'refused', reason: row }
    const moment = momentKey(row)
    const value = after.get(moment)
    if (value === row.value) return { state: fresh.get(moment) === row ? 'stored' : 'same' }
    if (value !== undefined)
      return { state: 'refused', reason: { key: 'error.historyImport.taken', args: { value: String(value) } } }
    return { state: 'refused', reason: reasons.get(moment) ?? { key: 'error.historyImport.device' } }
  })
}

/**
 * Passes rows to the ingest, as all samples are, oldest first. Returns why rows were refused after all, because their
 * device changed meanwhile.
 */
async function store(
  { storage, ingest }: Pick<Platform, 'storage' | 'ingest'>,
  caller: Caller,
  rows: readonly ImportedValue[],
): Promise<ReadonlyMap<string, Problem>> {
  if (rows.length === 0) return new Map()
  const ordered = rows.toSorted((a, b) => a.ts - b.ts)
  await logImported(storage, caller.id, ordered)
  const items = ordered.map(({ device, key, ts, value }) => ({ sn: device.sn, t: ts, values: { [key]: value } }))
  const results = await ingest.push(items, { kind: 'trusted', by: 'import', user: caller.id })
  return new Map(
    results.flatMap(({ rejected: [refusal] }, at) => {
      const row = ordered[at]
      return row && refusal ? [[momentKey(row), refusal.reason] as const] : []
    }),
  )
}
