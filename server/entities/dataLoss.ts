import { sql, type RawBuilder, type Transaction } from 'kysely'
import { errorText } from '../../i18n/errors.ts'
import type { Field, Resource } from '../../resources/kit/define.ts'
import { typeOf } from '../../resources/kit/types/index.ts'
import { problemsOf, type Values } from '../../resources/kit/validate.ts'
import type { Catalogue } from '../storage/catalogue.ts'
import { databaseColumnsOf, type EngineName } from '../storage/columns.ts'
import { dropIndex, duplicates, uniqueColumns } from '../storage/indexes.ts'
import { dropTextSearch } from '../storage/textSearch.ts'
import type { AnyTables } from '../storage/types.ts'
import { recordsHold } from './problems.ts'
import type { ShapeProblem } from './shape.ts'

/** An entity as it was at the last start. */
export interface StoredEntity {
  file: string
  resource: Resource
}

/** What a change of definition would do to the existing records. */
export interface Losses {
  problems: ShapeProblem[]
  /**
   * Columns without values that the new definition drops or changes: they are dropped, and the schema recreates those
   * that are still defined.
   */
  empty: string[]
}

/** Compares a definition with the previous one, given the table's contents. It changes nothing. */
export async function lossesOf(
  trx: Transaction<AnyTables>,
  engine: EngineName,
  before: Resource,
  now: Resource,
): Promise<Losses> {
  const { problems, empty } = await fieldLosses(trx, engine, before, now)
  return { problems: problems.length > 0 ? problems : await rowLosses(trx, before, now, empty), empty }
}

/** Finds fields that are gone or of another kind: a problem where records hold values in them. */
async function fieldLosses(
  trx: Transaction<AnyTables>,
  engine: EngineName,
  before: Resource,
  now: Resource,
): Promise<Losses> {
  const problems: ShapeProblem[] = []
  const empty: string[] = []
  for (const [name, old] of Object.entries(before.fields)) {
    const field = now.fields[name]
    if (old.computed || (field && !field.computed && kindOf(field) === kindOf(old))) continue
    const { count, first } = await filled(trx, now.table, name, old)
    if (count === 0) empty.push(name)
    else if (!field || field.computed)
      problems.push({
        at: `fields.${name}`,
        text: `is gone, but ${recordsHold(count)} a value in it (the first is record ${first}). Put it back, with "hidden": true if no user needs to see it; or empty it in those records first.`,
      })
    else if (columnType(now, name, engine) !== columnType(before, name, engine) || !isText(old) || !isText(field))
      problems.push({
        at: `fields.${name}.type`,
        text: `was ${kindOf(old)} and is ${kindOf(field)} now, but ${recordsHold(count)} a value (the first is record ${first}). Write ${kindOf(old)} again and give the new field another name; or empty it in those records first.`,
      })
  }
  return { problems, empty }
}

/**
 * Finds records that fit the previous definition but not the new one: a narrower limit, a missing option, a field that
 * became required.
 */
async function rowLosses(
  trx: Transaction<AnyTables>,
  before: Resource,
  now: Resource,
  empty: readonly string[],
): Promise<ShapeProblem[]> {
  const found = new Map<string, { at: string; key: string; sentence: string; count: number; first: number }>()
  for (let last = 0; ; ) {
    const rows = await trx.selectFrom(now.table).selectAll().where('id', '>', last).orderBy('id').limit(PAGE).execute()
    for (const row of rows) {
      for (const name of empty) delete row[name]
      const were = problemsOf(before, row)
      for (const [name, { key, args }] of Object.entries(problemsOf(now, { ...startsOf(now), ...row }))) {
        if (were[name]?.key === key) continue
        const known = found.get(`${name} ${key}`) ?? {
          at: `fields.${name}`,
          key,
          sentence: errorText('zhEN', key, args),
          count: 0,
          first: Number(row.id),
        }
        found.set(`${name} ${key}`, { ...known, count: known.count + 1 })
      }
    }
    if (rows.length < PAGE) break
    last = Number(rows.at(-1)?.id)
  }
  const twice = await uniqueLosses(trx, before, now, empty)
  const misfits = [...found.values()].map(({ at, key, sentence, count, first }) => ({
    at,
    text:
      key === 'error.rule.required'
        ? `is required now, but ${recordsHold(count)} no value in it (the first is record ${first}). Leave "required" out until they do, or give a new field a default.`
        : `would not take what ${recordsHold(count)} in it (the first is record ${first}): ${sentence}. Loosen it again, or correct those records first.`,
  }))
  return [...misfits, ...twice]
}

/** Finds values that several records share where the field is to become unique. */
async function uniqueLosses(
  trx: Transaction<AnyTables>,
  before: Resource,
  now: Resource,
  empty: readonly string[],
): Promise<ShapeProblem[]> {
  const problems: ShapeProblem[] = []
  for (const [name, field] of Object.entries(now.fields)) {
    const columns = uniqueColumns(now, name)
    // A new column holds only its default.
    const known = columns.every(
      (column) => before.fields[column] && !before.fields[column].computed && !empty.includes(column),
    )
    if (
      !field.unique ||
      !known ||
      (before.fields[name]?.unique && uniqueColumns(before, name).join() === columns.join())
    )
      continue
    const found = await duplicates(trx, now.table, columns)
    const conflicts = found.map(({ value, ids }) => `"${value}" (records ${ids.join(', ')})`).join(', ')
    if (found.length > 0)
      problems.push({
        at: `fields.${name}.unique`,
        text: `is "${field.unique}" now, but records hold the same value: ${conflicts}. Leave "unique" out until they differ.`,
      })
  }
  return problems
}

const PAGE = 1000

/** Returns the values that the schema writes into new columns. */
const startsOf = ({ fields }: Resource): Values =>
  Object.fromEntries(
    Object.entries(fields).map(([name, field]) => [name, 'default' in field ? (field.default ?? null) : null]),
  )

/** Returns the kind of a field's values: fields of different kinds cannot share a column's values. */
const kindOf = (field: Field): string => typeOf(field).kind?.(field) ?? field.type

const isText = (field: Field): boolean => typeOf(field).prose === true

const columnType = (resource: Resource, name: string, engine: EngineName): string | undefined =>
  databaseColumnsOf(resource, engine).find((column) => column.name === name)?.type

/** Counts the records whose value differs from that of a new record. */
async function filled(
  trx: Transaction<AnyTables>,
  table: string,
  name: string,
  field: Field,
): Promise<{ count: number; first: number }> {
  const start = 'default' in field ? field.default : undefined
  const other: RawBuilder<unknown> = start === undefined ? sql`1 = 1` : sql`${sql.ref(name)} <> ${start}`
  const { rows } = await sql<{
    count: number
    first: number | null
  }>`select count(*) as count, min(id) as first from ${sql.table(table)} where ${sql.ref(name)} is not null and ${other}`.execute(
    trx,
  )
  return { count: Number(rows[0]?.count ?? 0), first: Number(rows[0]?.first ?? 0) }
}

/** Drops columns of a table, with the indexes over them. */
export async function dropColumns(
  trx: Transaction<AnyTables>,
  catalogue: Catalogue,
  table: string,
  names: readonly string[],
): Promise<void> {
  for (const name of names) {
    if (!catalogue.tables.get(table)?.has(name)) continue
    for (const index of catalogue.indexes)
      if (index.table === table && index.columns.includes(name)) await dropIndex(trx, index)
    await dropTextSearch(trx, catalogue, table, name)
    await sql`alter table ${sql.table(table)} drop column ${sql.ref(name)}`.execute(trx)
  }
}
