import { randomUUID } from 'node:crypto'
import { sql, type Kysely } from 'kysely'
import type pg from 'pg'
import { StartError } from '../../../settings.ts'
import { NOW } from '../../postgres/lease.ts'
import { SCHEMA } from '../../postgres/locks.ts'
import type { AnyTables } from '../../types.ts'
import type { ClickHouse } from '../clickhouse/client.ts'
import { addressOf } from '../clickhouse/problems.ts'
import { holdsHistory, makeTables, markOf } from '../clickhouse/prepare.ts'
import { TABLES, type TableName } from '../clickhouse/tables.ts'
import { HOME_FACT, homeOf, keepMove, moveCommand, moveOf, type Move } from '../homeFacts.ts'
import { refuseRunning } from './alone.ts'
import { clickhouseSide } from './clickhouseSide.ts'
import { differenceOf, digestOf, timeOf } from './figures.ts'
import { postgresSide } from './postgresSide.ts'
import type { Side } from './side.ts'
import { piecesOf, rowsOf, spanName, type Span } from './spans.ts'

/** What a run of the command works with. */
export interface Work {
  pool: pg.Pool
  records: Kysely<AnyTables>
  clickhouse: ClickHouse
  to: Move['to']
  say(line: string): void
  /** How long the command waits for traces of a process that was just stopped to vanish, ms. */
  patience?: number
  /** Most rows of a piece. */
  piece?: number
}

/** Formats a number of rows for people. */
export const count = (rows: number): string => rows.toLocaleString('en')

export const TABLE_NAMES = Object.keys(TABLES) as TableName[]

/** Returns source and target of a move, by its direction. */
export function sidesOf({ pool, clickhouse, to }: Work, began: number): { source: Side; target: Side } {
  const [here, outside] = [postgresSide(pool, began), clickhouseSide(clickhouse)]
  return to === 'here' ? { source: outside, target: here } : { source: here, target: outside }
}

/**
 * Moves the history, or goes on with a move that was cut. The source stays as it is. Each copied piece is checked, and
 * everything is checked once more before the marks say that the history lies in the target.
 */
export async function moveHistory(work: Work): Promise<void> {
  const { pool, records, clickhouse, to, say, patience } = work
  const known = await plannedMove(work)
  const move = known ?? (await newMove(work))
  // From here on no process can start; the check below finds processes that started before.
  await keepMove(records, move)
  try {
    await refuseRunning(pool, patience)
  } catch (error) {
    if (known === null) await keepMove(records, null)
    throw error
  }
  if (to === 'clickhouse') await makeTables(clickhouse, move.mark)
  const sides = sidesOf(work, move.began)
  say(`From ${sides.source.name} to ${sides.target.name}${known === null ? '' : ', where the move ended'}.`)
  for (const table of TABLE_NAMES) await pass(work, move, table, 'moving')
  say('All data are compared once more.')
  for (const table of TABLE_NAMES) await pass(work, move, table, 'checking')
  await refuseRunning(pool, patience)
  await records.transaction().execute(async (trx) => {
    await sql`select pg_advisory_xact_lock(${SCHEMA})`.execute(trx)
    await (to === 'here'
      ? sql`delete from setting where name = ${HOME_FACT}`
      : sql`insert into setting (name, value) values (${HOME_FACT}, ${move.mark})`
    ).execute(trx)
    await keepMove(trx, { ...move, state: 'moved' })
  })
}

/**
 * Returns the move that is under way; null where this would be a new one. Throws StartError where it cannot be done: a
 * move in the other direction is under way, there is nothing to move, or the target holds something.
 */
export async function plannedMove({ records, clickhouse, to }: Omit<Work, 'say'>): Promise<Move | null> {
  const { name } = clickhouse.place
  const [last, home, theirs] = [await moveOf(records), await homeOf(records), await markOf(clickhouse)]
  if (last?.state === 'moving') {
    if (last.to !== to)
      throw new StartError(
        `A move the other way is not finished. To go on: ${moveCommand(last)}; or the same with --give-up.`,
      )
    const begun = Object.keys(last.checked).length > 0
    if (theirs !== last.mark && (theirs !== null || begun || to === 'here'))
      throw new StartError(`${name} is not the ClickHouse that the move began with, which is ${last.place}.`)
    return last
  }
  if (to === 'here') {
    if (home === null) throw new StartError('The history lies in PostgreSQL already.')
    if (theirs !== home) throw new StartError(`${name} is not where the history of this installation lies.`)
    if (await holdsHistory(records))
      throw new StartError(
        last?.state === 'moved'
          ? `PostgreSQL still holds the history as it was before it was moved. Empty it first: ${moveCommand(last)} --drop-source.`
          : 'PostgreSQL holds rows of a history, though it lies in ClickHouse; nothing is moved over them.',
      )
  } else {
    if (home !== null) throw new StartError('The history lies in ClickHouse already.')
    if (theirs !== null)
      throw new StartError(
        last?.mark === theirs && last.state === 'moved'
          ? `${name} still holds the history as it was before it was moved. Empty it first: ${moveCommand(last)} --drop-source.`
          : `${name} holds the history of another installation; take an empty database.`,
      )
  }
  return null
}

async function newMove({ records, clickhouse, to }: Work): Promise<Move> {
  const { rows } = await sql<{ now: number }>`select ${sql.raw(NOW)} as now`.execute(records)
  return {
    to,
    place: addressOf(clickhouse.place),
    mark: (await homeOf(records)) ?? randomUUID(),
    began: rows[0]?.now ?? Date.now(),
    state: 'moving',
    checked: {},
  }
}

/**
 * Goes through a table, oldest day first. While `moving`, pieces that were checked are skipped; while `checking`, none
 * is. A piece that differs between the two sides is cleared in the target and copied, so that a part of it that was
 * already there does not matter.
 */
async function pass(work: Work, move: Move, table: TableName, how: 'moving' | 'checking'): Promise<void> {
  const { source, target } = sidesOf(work, move.began)
  const { records, say, piece } = work
  const [counts, there] = [await source.days(table), await target.days(table)]
  const days = new Map([...there.keys(), ...counts.keys()].map((day) => [day, counts.get(day) ?? 0]))
  const all = rowsOf(counts)
  const checked = (move.checked[table] ??= {})
  let done = 0
  for (const span of piecesOf(days, piece)) {
    const rows = rowsOf(counts, span.days)
    done += rows
    if (how === 'moving' && span.days.every((day) => checked[day] !== undefined)) continue
    const isThere = span.days.some((day) => there.has(day))
    const copied = await bringPiece({ source, target }, { table, span, isThere })
    for (const day of span.days) checked[day] = copied.digest(day)
    if (how === 'checking' && !copied.anew) continue
    await keepMove(records, move)
    const what = `${table}${timeOf(table) === null ? '' : ` ${spanName(span)}`}: ${count(rows)} rows`
    const became = how === 'checking' ? 'had changed, were moved again' : copied.anew ? 'moved' : 'were there'
    say(`${what} ${became} and checked, ${count(done)} of ${count(all)}`)
  }
}

/**
 * Makes a piece of the target equal to the source, unless it is already, and checks it. Throws StartError where the two
 * differ afterwards.
 */
async function bringPiece(
  { source, target }: { source: Side; target: Side },
  { table, span, isThere }: { table: TableName; span: Span; isThere: boolean },
): Promise<{ anew: boolean; digest(day: number): string }> {
  const figures = await source.figures(table, span)
  const digest = (day: number): string => digestOf(figures, day)
  if (isThere) {
    if (differenceOf(table, figures, await target.figures(table, span)) === null) return { anew: false, digest }
    await target.clear(table, span)
  }
  for await (const lines of source.read(table, span, figures)) await target.write(table, span, lines)
  const difference = differenceOf(table, figures, await target.figures(table, span))
  if (difference !== null)
    throw new StartError(
      `What was copied is not the same: ${difference}. Nothing was deleted from ${source.name}; make sure that nothing writes to either side, then run this command again.`,
    )
  return { anew: true, digest }
}
