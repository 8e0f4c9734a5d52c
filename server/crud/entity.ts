import type { Language } from '../../i18n/types.ts'
import { findResource } from '../../resources/index.ts'
import { isSuper, type Caller } from '../../resources/kit/access.ts'
import type { Field, FieldOf, Resource } from '../../resources/kit/define.ts'
import { toWire, type Wrapped } from '../../resources/kit/wire.ts'
import type { Platform } from '../platform.ts'
import type { Row } from '../storage/row.ts'
import { searchedColumns } from '../storage/textSearch.ts'
import { projectColumn } from './scope.ts'

/** A field that refers to records of another resource. */
export interface Reference {
  name: string
  field: FieldOf<'ref'>
  target: Resource
}

/** A definition with the properties derived from it, computed once. */
export interface Entity {
  resource: Resource
  /** Stored fields, with their definitions. */
  fields: readonly (readonly [name: string, field: Field])[]
  /** Columns of an answer: all except secrets. */
  columns: readonly string[]
  /** Columns by which a list may be sorted. */
  sortable: ReadonlySet<string>
  /** Those of them that sort by the name of the referenced record. */
  sortedByName: ReadonlyMap<string, Resource>
  search: readonly string[]
  /** References that are searched as well, by a text of the referenced record. */
  searchBy: readonly {
    name: string
    table: string
    column: string
    /** Whether the index of searched texts holds the column (storage/textSearch.ts). */
    indexed: boolean
  }[]
  /** Columns returned only to the account that owns the row. */
  ownerOnly: readonly string[]
  /**
   * Columns returned only to the super administrator, since no list or form of other users has them. Without
   * references, which tell where a record belongs.
   */
  superOnly: readonly string[]
  references: readonly Reference[]
  /** Column with a row's project; null where there is none, or where the row is a project itself. */
  project: string | null
  /** Whether the list is a bare array. */
  bare: boolean
  /** Id that stands for "no parent" in a tree. It is not a record. */
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
    searchBy: references.flatMap(({ name, field: { searchBy: column }, target }) =>
      column === undefined
        ? []
        : [{ name, table: target.table, column, indexed: searchedColumns(target).includes(column) }],
    ),
    references,
    project: projectColumn(resource),
    bare: resource.unpaged === true || resource.tree !== undefined || resource.within !== undefined,
    root: resource.tree?.root ?? null,
  }
}

/**
 * Returns whether a caller may sort or filter a list by a column. The order or number of rows would reveal values of
 * columns that the caller may not see.
 */
export const mayOrderBy = ({ sortable, superOnly }: Entity, caller: Caller, name: string): boolean =>
  sortable.has(name) && (isSuper(caller) || !superOnly.includes(name))

const ACCOUNTS = 'systemuser'

/** Returns a stored row in the form of an answer to `caller`; null: a caller without special rights. */
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
