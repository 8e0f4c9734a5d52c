import { badRequest, invalid } from '../errors.ts'
import { formatOf } from './formats/index.ts'
import type { StoredRow } from './format.ts'

/** Most rows in one preview: as many as a format may have. */
const MAX_ROWS = 500

/**
 * Reads the rows of a preview's body {protocol, rows}; members of any type are converted to numbers and text.
 * @throws {ApiError} 400 where `rows` is no list or too long, or where the protocol makes no document
 */
export function draftRows({ protocol, rows }: Record<string, unknown>): { protocol: number; rows: StoredRow[] } {
  if (formatOf(Number(protocol)).kind !== 'document') throw invalid({ protocol: { key: 'error.north.format' } })
  if (!Array.isArray(rows) || rows.length > MAX_ROWS) throw badRequest()
  return { protocol: Number(protocol), rows: rows.map(rowOf) }
}

function rowOf(body: unknown): StoredRow {
  if (typeof body !== 'object' || body === null) throw badRequest()
  const row = body as Record<string, unknown>
  return {
    id: number(row['id']),
    super_id: number(row['super_id']),
    key_type: number(row['key_type']),
    key_name_type: number(row['key_name_type']),
    key_name_value: text(row['key_name_value']),
    key_value_type: number(row['key_value_type']),
    key_value_value: text(row['key_value_value']),
  }
}

const number = (value: unknown): number =>
  typeof value === 'number' || typeof value === 'string' ? Number(value) || 0 : 0

const text = (value: unknown): string =>
  typeof value === 'string' || typeof value === 'number' ? String(value).slice(0, 200) : ''
