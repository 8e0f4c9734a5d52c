import { sql } from 'kysely'
import { StartError } from '../../settings.ts'
import { quoted } from '../columns.ts'
import { isRefused } from '../unavailable.ts'
import { lastIds, readPage, type Row, type Source, type Table } from './source.ts'
import { finish, writePage, type Target } from './target.ts'

/** What a run of the command works with. */
export interface Work {
  source: Source
  target: Target
  say(line: string): void
  /** Most rows of one transaction. */
  most?: number
  /** Number of rows of a table after which progress is printed. */
  step?: number
}

/** Formats a number of rows for people. */
const count = (rows: number): string => rows.toLocaleString('en')

/**
 * Copies what is not in the target yet, compares everything, and ends the move. The source stays as it is. Returns the
 * number of tables and rows.
 */
export async function copyAll(work: Work): Promise<{ tables: number; rows: number }> {
  const { source, target, say } = work
  const all = [...source.tables.values()]
  const left = all.filter(({ name }) => !target.tables.has(name)).map(({ name }) => name)
  if (left.length > 0) say(`Not the platform's, and left where they are: ${left.join(', ')}.`)
  // No table refers to another one by a constraint, so the order of tables does not matter.
  const moved = all.filter(({ name }) => target.tables.has(name))
  const figures = new Map<Table, Figures>()
  for (const table of moved) {
    const found = await sql.raw<Row>(figuresText(table)).execute(source.storage.readAny)
    figures.set(table, figuresOf(found.rows))
    await copyTable(work, table, rowsOf(figures.get(table)))
  }
  say('All data are compared.')
  for (const [table, mine] of figures) {
    const { rows } = await target.pool.query<Row>(figuresText(table))
    refuseDifference(table, mine, figuresOf(rows))
  }
  await finish(target, await lastIds(source))
  return { tables: moved.length, rows: [...figures.values()].reduce((sum, found) => sum + rowsOf(found), 0) }
}

/** Most rows of one transaction: for tables of numbers only, and for tables whose texts may be long. */
const MAX_ROWS = { numbers: 20_000, texts: 500 }
const STEP = 500_000

async function copyTable({ source, target, say, ...tuning }: Work, table: Table, all: number): Promise<void> {
  const { name, columns, key } = table
  const { step = STEP } = tuning
  let most = tuning.most ?? MAX_ROWS[[...columns.values()].includes('text') ? 'texts' : 'numbers']
  for (let told = 0; ; ) {
    const known = target.progress[name]
    if (known?.after === null) return
    const rows = await readPage(source, table, { after: known?.after ?? null, most })
    const last = rows.at(-1)
    const isLast = last === undefined || rows.length < most
    const now = {
      rows: (known?.rows ?? 0) + rows.length,
      after: isLast ? null : key.map((column) => last[column] ?? null),
    }
    try {
      await writePage(target, table, rows, now)
    } catch (error) {
      if (!isRefused(error)) throw error
      if (rows.length <= 1) throw refusal(table, rows[0], error)
      // Ever smaller pages show which row it is.
      most = Math.ceil(rows.length / 2)
      continue
    }
    if (isLast && now.rows > 0) say(`${name}: ${count(now.rows)} rows`)
    else if (now.rows - told >= step) {
      say(`${name}: ${count(now.rows)} of ${count(all)} rows`)
      told = now.rows
    }
  }
}

/**
 * Describes a row that SQLite held and PostgreSQL refuses: a value that is not of its column's type, or a duplicate of
 * a unique value.
 */
function refusal({ name, key }: Table, row: Row | undefined, error: unknown): StartError {
  const which = key.map((column) => `${column} ${row?.[column]}`).join(', ')
  return new StartError(
    `PostgreSQL does not take the row of ${name} with ${which}: ${error instanceof Error ? error.message : String(error)}. Correct it in the platform on SQLite, then start again with an empty database.`,
  )
}

/**
 * What a table holds, in numbers that are exact on both engines, whatever the order of rows; the first number is the
 * row count.
 */
type Figures = readonly unknown[]

const figuresOf = ([row]: readonly Row[]): Figures => Object.values(row ?? {})
const rowsOf = (figures: Figures = []): number => Number(figures[0] ?? 0)

/**
 * Returns the query of a table's figures. Every column: the number of rows that have a value. Whole numbers: a sum of
 * the remainders of a division, so that no sum is too large to be exact. Real numbers: the smallest and the greatest.
 * Each page was compared in full when it was written.
 */
function figuresText({ name, columns }: Table): string {
  const sums = [...columns].flatMap(([column, type]) => {
    const value = quoted(column)
    const kind =
      type === 'integer' ? [`sum(${value} % 10007)`] : type === 'real' ? [`min(${value})`, `max(${value})`] : []
    return [`count(${value})`, ...kind]
  })
  return `select ${['count(*)', ...sums].map((sum, at) => `${sum} as figure${at}`).join(', ')} from ${quoted(name)}`
}

function refuseDifference({ name }: Table, mine: Figures, theirs: Figures): void {
  if (JSON.stringify(mine) === JSON.stringify(theirs)) return
  throw new StartError(
    `What was copied of ${name} is not the same: ${count(rowsOf(mine))} rows in SQLite, ${count(rowsOf(theirs))} in PostgreSQL${rowsOf(mine) === rowsOf(theirs) ? ' that differ' : ''}. SQLite still has all data; make sure that nothing writes to either side, and start again with an empty database.`,
  )
}
