import { foldText, containsFolded } from '../resources/kit/fold.ts'
import type { Resource } from '../resources/kit/define.ts'
import { isRecord } from '../resources/kit/record.ts'
import { holdsText } from '../resources/kit/types/index.ts'
import type { Values } from '../resources/kit/validate.ts'
import { fromWire } from '../resources/kit/wire.ts'

/** A record as the console uses it: plain text, numbers as numbers, an id. */
export type Row = Values & { id: number }

/** The answer of a list call: one page with the total number of rows, or all rows at once (a bare array). */
export interface Answered {
  rows: Row[]
  /** Number of all matching rows; null if the platform answered a bare array. */
  total: number | null
}

/** The parameters of a list request that cutPage applies here to a bare array. */
export interface PageQuery {
  page: number
  perPage: number
  sort: string
  descending: boolean
  search: string
  project: number | null
}

/**
 * Reads a received record of a resource into a plain one: wrapped text unwrapped, numeric text as numbers, differently
 * spelt keys renamed.
 */
export function rowOf(resource: Resource, answer: unknown): Row {
  const row: Values = fromWire(resource, isRecord(answer) ? answer : {})
  const { renamed, numbers } = normalisationOf(resource, row)
  for (const [name, key] of renamed) row[name] = row[key]
  for (const name of numbers) if (typeof row[name] === 'string') row[name] = numberOf(row[name])
  return { ...row, id: Number(row['id']) }
}

/** Reads the rows of a list answer, either {list, total} or a bare array; anything else has no rows. */
export function answered(resource: Resource, data: unknown): Answered {
  if (Array.isArray(data)) return { rows: data.map((item) => rowOf(resource, item)), total: null }
  if (!isRecord(data) || !Array.isArray(data['list'])) return { rows: [], total: 0 }
  const rows = data['list'].map((item) => rowOf(resource, item))
  const total = Number(data['total'])
  return { rows, total: Number.isFinite(total) ? total : rows.length }
}

/** Cuts one page out of all rows: searches, filters by project, sorts and cuts as the platform would have done. */
export function cutPage(resource: Resource, rows: readonly Row[], query: PageQuery): { data: Row[]; total: number } {
  const column = resource.scope.project
  const matching = rows.filter(
    (row) =>
      matches(resource, row, query.search) &&
      (query.project === null || column === null || row[column] === undefined || row[column] === query.project),
  )
  const sorted =
    query.sort === '' ? matching : matching.toSorted((a, b) => compare(a[query.sort], b[query.sort]) || a.id - b.id)
  const ordered = query.descending && query.sort !== '' ? sorted.toReversed() : sorted
  const start = (query.page - 1) * query.perPage
  return { data: ordered.slice(start, start + query.perPage), total: matching.length }
}

/** Whether a record matches a search text: in the fields with `search`, or in its title if no field has it. */
export function matches(resource: Resource, row: Values, search: string): boolean {
  const text = foldText(search.trim())
  if (text === '') return true
  const searched = Object.keys(resource.fields).filter((name) => resource.fields[name]?.search)
  return (searched.length > 0 ? searched : [resource.title]).some((name) =>
    containsFolded(String(row[name] ?? ''), text),
  )
}

function numberOf(text: string): number | string | null {
  if (text.trim() === '') return null
  const value = Number(text)
  return Number.isFinite(value) ? value : text
}

/** The changes that the records of an answer need. */
interface Normalisation {
  /**
   * Fields that the answer spells differently, with the key that is equal apart from underscores and case: `nodeID` for
   * `node_id` (spec 2 §3, gateway detail columns).
   */
  renamed: readonly (readonly [name: string, key: string])[]
  /** Fields of the answer that hold numbers; older platforms send some of them as text. */
  numbers: readonly string[]
}

/**
 * The records of one answer mostly have the same keys: the changes are computed once per set of keys, not for each of
 * 10,000 records.
 */
function normalisationOf(resource: Resource, row: Values): Normalisation {
  const normalisations = known.get(resource) ?? new Map<string, Normalisation>()
  known.set(resource, normalisations)
  const keys = Object.keys(row)
  const signature = keys.join('\n')
  const found = normalisations.get(signature)
  if (found) return found
  const plain = new Map(keys.map((key) => [plainName(key), key]).toReversed() as [string, string][])
  const renamed = Object.keys(resource.fields).flatMap((name) => {
    const key = name in row ? undefined : plain.get(plainName(name))
    return key === undefined ? [] : [[name, key] as const]
  })
  const present = new Set([...keys, ...renamed.map(([name]) => name)])
  const numbers = Object.entries(resource.fields).filter(([name, field]) => present.has(name) && !holdsText(field))
  const normalisation = { renamed, numbers: numbers.map(([name]) => name) }
  if (normalisations.size >= KINDS) normalisations.clear()
  normalisations.set(signature, normalisation)
  return normalisation
}

const known = new WeakMap<Resource, Map<string, Normalisation>>()
/** Sets of keys cached for each resource: a platform that leaves out empty fields sends several. */
const KINDS = 200

const plainName = (name: string): string => name.replaceAll('_', '').toLowerCase()

function compare(a: unknown, b: unknown): number {
  if (a === b) return 0
  if (a === null || a === undefined) return -1
  if (b === null || b === undefined) return 1
  return typeof a === 'number' && typeof b === 'number' ? a - b : String(a).localeCompare(String(b))
}
