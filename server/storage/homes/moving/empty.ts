import { sql } from 'kysely'
import { StartError } from '../../../settings.ts'
import { HistoryAway } from '../../unavailable.ts'
import type { ClickHouse } from '../clickhouse/client.ts'
import { markOf } from '../clickhouse/prepare.ts'
import type { TableName } from '../clickhouse/tables.ts'
import { homeOf, keepMove, moveCommand, moveOf, type Move } from '../homeFacts.ts'
import { digestOf } from './figures.ts'
import { sidesOf, TABLE_NAMES, type Work } from './move.ts'
import type { Side } from './side.ts'
import { dayName, piecesOf, rowsOf } from './spans.ts'

const EMPTY = `truncate ${TABLE_NAMES.join(', ')}`

async function dropTables(clickhouse: ClickHouse): Promise<void> {
  // The last table carries the mark by which the command can be run again.
  for (const table of TABLE_NAMES.toReversed()) await clickhouse.run(`drop table if exists ${table}`)
}

/**
 * Empties the source of a finished move, once each of its days equals what was checked, so that no row came or changed
 * since. Days from `keptSince` on must be in the target; older ones may have been dropped by retention.
 */
export async function dropSource(work: Work, keptSince: number): Promise<void> {
  const { records, clickhouse, to, say } = work
  const move = await finishedMove(work)
  const sides = sidesOf(work, move.began)
  if (to === 'here') {
    // A run that was cut while it dropped the tables goes on with that.
    if (move.state === 'moved') {
      await check(sides, move, keptSince)
      await keepMove(records, emptied(move))
    }
    await dropTables(clickhouse)
  } else
    await records.transaction().execute(async (trx) => {
      // From here on no process can write; a process that reads, or starts, is held up only at the end.
      await sql.raw(`lock table ${TABLE_NAMES.join(', ')} in share mode`).execute(trx)
      await check(sides, move, keptSince)
      await sql.raw(EMPTY).execute(trx)
      await keepMove(trx, emptied(move))
    })
  say(`${sides.source.name} no longer holds any history.`)
}

const emptied = (move: Move): Move => ({ ...move, state: 'emptied', checked: {} })

async function finishedMove({ records, clickhouse, to }: Work): Promise<Move> {
  const [move, home, theirs] = [await moveOf(records), await homeOf(records), await markOf(clickhouse)]
  if (move?.state === 'moving')
    throw new StartError(`The move is not finished; nothing was emptied. To go on: ${moveCommand(move)}.`)
  // A ClickHouse whose emptying was cut may still have tables.
  const isDone = move?.state === 'emptied' && !(to === 'here' && theirs === move.mark)
  if (move === null || move.to !== to || isDone)
    throw new StartError(
      'There is no finished move in this direction whose source still has its data; nothing was emptied.',
    )
  if ((home === null) !== (to === 'here') || theirs !== move.mark)
    throw new StartError(
      `${clickhouse.place.name} is not the ClickHouse of the move, which is ${move.place}; nothing was emptied.`,
    )
  return move
}

/**
 * Throws StartError unless each day of the source equals what was checked, and the target still holds everything that
 * is to be kept.
 */
async function check(sides: { source: Side; target: Side }, { checked }: Move, keptSince: number): Promise<void> {
  await checkTarget(sides, keptSince)
  const { source } = sides
  for (const table of TABLE_NAMES) {
    const counts = await source.days(table)
    const known = checked[table] ?? {}
    const gone = Object.keys(known).find((day) => !counts.has(Number(day)) && known[day] !== NOTHING)
    if (gone !== undefined) throw changed(table, Number(gone), source)
    for (const span of piecesOf(counts)) {
      const figures = await source.figures(table, span)
      for (const day of span.days) if (known[day] !== digestOf(figures, day)) throw changed(table, day, source)
    }
  }
}

const NOTHING = digestOf(new Map(), 0)

const changed = (table: TableName, day: number, { name }: Side): StartError =>
  new StartError(
    `${table} of ${dayName(day)} in ${name} is not what was moved and checked: something wrote there since. Nothing was emptied; look for a process with the old HISTORY_URL; its values would be lost.`,
  )

/**
 * Throws StartError where samples that were moved are missing in the target, except those that are too old to be kept.
 */
async function checkTarget({ source, target }: { source: Side; target: Side }, keptSince: number): Promise<void> {
  const [from, to] = [await source.days('history'), await target.days('history')]
  for (const [day, rows] of from)
    if (day >= keptSince && rowsOf(to, [day]) < rows)
      throw new StartError(
        `history of ${dayName(day)} has ${rows} rows in ${source.name} and only ${rowsOf(to, [day])} in ${target.name}. Nothing was emptied.`,
      )
}

/**
 * Gives up an unfinished move: deletes what it copied, and lets the platform start where its history lies. The source
 * was never touched.
 */
export async function giveUp({ pool, records, clickhouse, to, say }: Work): Promise<void> {
  const move = await moveOf(records)
  if (move?.state !== 'moving' || move.to !== to)
    throw new StartError('No move in this direction is under way; there is nothing to give up.')
  if (to === 'here') await pool.query(EMPTY)
  else await dropCopies(clickhouse, move, say)
  await keepMove(records, null)
  say(`The move was given up; the history lies in ${to === 'here' ? 'ClickHouse' : 'PostgreSQL'} as before.`)
}

async function dropCopies(clickhouse: ClickHouse, { mark, place }: Move, say: Work['say']): Promise<void> {
  const { name } = clickhouse.place
  try {
    const theirs = await markOf(clickhouse)
    if (theirs !== null && theirs !== mark)
      throw new StartError(`${name} is not the ClickHouse of the move, which is ${place}.`)
    await dropTables(clickhouse)
  } catch (error) {
    if (!(error instanceof HistoryAway)) throw error
    say(
      `No ClickHouse answers at ${name}: what was copied stays there and is not needed; drop its tables when the server is back.`,
    )
  }
}
