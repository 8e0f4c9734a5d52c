import type { Language } from '../../i18n/types.ts'
import { findResource } from '../../resources/index.ts'
import { isSuper, type Caller } from '../../resources/kit/access.ts'
import type { Field, FieldOf, Resource } from '../../resources/kit/define.ts'
import { toWire, type Wrapped } from '../../resources/kit/wire.ts'
import type { Platform } from '../platform.ts'
import type { Row } from '../storage/row.ts'
import { projectColumn } from './scope.ts'

/** A field that names records of another resource. */
export interface Reference {
  name: string
  field: FieldOf<'ref'>
  target: Resource
}

/** A definition with what is derived from it, precomputed once. */
export interface Entity {
  resource: Resource
  /** Stored fields, with their definitions. */
  fields: readonly (readonly [name: string, field: Field])[]
  /** Columns of an answer: all but secrets. */
  columns: readonly string[]
  /** Columns a list may be sorted by. */
  sortable: ReadonlySet<string>
  /** Of them, those that sort by the name of the record they stand for. */
  sortedByName: ReadonlyMap<string, Resource>
  search: readonly string[]
  /** References that are searched as well, by a text of the record they name. */
  searchBy: readonly { name: string; table: string; column: string }[]
  /** Columns returned only to the account that owns the row. */
  ownerOnly: readonly string[]
  /** Columns returned only to the super administrator: no list or form of anybody else has them. References aside, which say where a record belongs. */
  superOnly: readonly string[]
  references: readonly Reference[]
  /** The column that names a row's project; null where it has none, or is one. */
  project: string | null
  /** The list is a bare array. */
  bare: boolean
  /** The id that stands for "no parent" in a tree: such a row is no record. */
  root: number | null
}

export function entityOf(resource: Resource): Entity {
  const fields = Object.entries(resource.fields).filter(([, field]) => !field.computed)
  const references = fields.flatMap(([name, field]) => referenceOf(name, field))
  const columns = [
    'id',
    ...fields.filter(([, field]) => !field.secret).map(([name]) => name),
    'created_at',
    'updated_at',
  ]
  return {
    resource,
    fields,
    columns,
    sortable: new Set(columns.filter((name) => !resource.fields[name]?.ownerOnly)),
    ownerOnly: fields.flatMap(([name, field]) => (field.ownerOnly ? [name] : [])),
    superOnly: fields.flatMap(([name, field]) =>
      field.superOnly && field.type !== 'ref' && !field.seen ? [name] : [],
    ),
    sortedByName: new Map(references.filter(({ field }) => !field.many).map(({ name, target }) => [name, target])),
    search: fields.filter(([, field]) => field.search).map(([name]) => name),
    searchBy: references.flatMap(({ name, field, target }) =>
      field.searchBy === undefined ? [] : [{ name, table: target.table, column: field.searchBy }],
    ),
    references,
    project: projectColumn(resource),
    bare: resource.unpaged === true || resource.tree !== undefined || resource.within !== undefined,
    root: resource.tree?.root ?? null,
  }
}

/** Whether a list may be ordered or narrowed by a column for a caller: what they are not answered, order and number of rows would tell. */
export const mayOrderBy = ({ sortable, superOnly }: Entity, caller: Caller, name: string): boolean =>
  sortable.has(name) && (isSuper(caller) || !superOnly.includes(name))

const ACCOUNTS = 'systemuser'

/** A stored row as it is answered to `caller`; null: to whoever it may be. */
export function answerOf(
  platform: Platform,
  { resource, ownerOnly, superOnly }: Entity,
  row: Row,
  language: Language = 'zhCN',
  caller: Caller | null = null,
): Record<string, string | number | null | Wrapped> {
  const visibleRow =
    ownerOnly.length === 0 || (resource.table === ACCOUNTS && row.id === caller?.id)
      ? row
      : { ...row, ...Object.fromEntries(ownerOnly.map((name) => [name, null])) }
  const answer = toWire(resource, visibleRow) as Record<string, string | number | null | Wrapped>
  if (caller === null || !isSuper(caller)) for (const name of superOnly) delete answer[name]
  const hook = platform.hookOf(resource)
  return hook.computed ? Object.assign(answer, hook.computed(platform, row, language)) : answer
}

function referenceOf(name: string, field: Field): Reference[] {
  if (field.type !== 'ref') return []
  const target = findResource(field.to)
  if (!target) throw new Error(`${name} refers to ${field.to}, which is not defined`)
  return [{ name, field, target }]
}
