import { randomUUID } from 'node:crypto'
import { sql, type Kysely } from 'kysely'
import { StartError } from '../../../settings.ts'
import type { AnyTables } from '../../types.ts'
import { HOME_FACT, homeOf, moveCommand, moveOf, refuseMoving } from '../homeFacts.ts'
import type { ClickHouse } from './client.ts'
import { addressOf, startProblem, versionProblem } from './problems.ts'
import { ADDED, makeTable, TABLES, type TableName } from './tables.ts'

/**
 * Creates or updates the tables of this home, and ties them to the database of the records by a mark that both hold, so
 * that histories of two installations never mix. Runs in the transaction of the start, which one process at a time
 * holds.
 *
 * @throws StartError where the two do not belong together, or ClickHouse cannot be used
 */
export async function prepare(trx: Kysely<AnyTables>, clickhouse: ClickHouse): Promise<void> {
  const { place } = clickhouse
  try {
    await refuseMoving(trx)
    await checkVersion(clickhouse)
    const known = await homeOf(trx)
    const theirs = await markOf(clickhouse)
    if (known === null && theirs !== null)
      throw new StartError(
        (await moveOf(trx))?.mark === theirs
          ? `HISTORY_URL: the history of this installation was moved from ${place.name} into PostgreSQL; leave HISTORY_URL out.`
          : `HISTORY_URL: ${place.name} holds the history of another installation; take an empty database.`,
      )
    if (known !== null && theirs !== known)
      throw new StartError(
        `HISTORY_URL: ${place.name} is not where the history of this installation lies; say where it does, or put its backup back there.`,
      )
    if (known === null && (await holdsHistory(trx)))
      throw new StartError(
        `HISTORY_URL: the history of this installation lies in PostgreSQL already; leave HISTORY_URL out, or move it first: ${moveCommand({ to: 'clickhouse', place: addressOf(place) })}.`,
      )
    const mark = known ?? randomUUID()
    await makeTables(clickhouse, mark)
    if (known === null) await sql`insert into setting (name, value) values (${HOME_FACT}, ${mark})`.execute(trx)
  } catch (error) {
    throw startProblem(error, place)
  }
}

/** Throws StartError for a server that is too old, and HistoryAway for a server that does not answer. */
export async function checkVersion(clickhouse: ClickHouse): Promise<void> {
  const [[version = ''] = []] = await clickhouse.rows('select version()')
  const problem = versionProblem(version)
  if (problem) throw problem
}

/**
 * Creates the tables of this home, with the mark of their installation. Each step does nothing where it was done
 * before; further steps add later columns.
 */
export async function makeTables(clickhouse: ClickHouse, mark: string): Promise<void> {
  for (const name of Object.keys(TABLES) as TableName[]) await clickhouse.run(makeTable(name, `${MARK}${mark}`))
  for (const step of ADDED) await clickhouse.run(step)
}

const MARK = 'environment-console '

/** Returns the mark of the installation that the tables belong to; null where there are no tables. */
export async function markOf(clickhouse: ClickHouse): Promise<string | null> {
  const [[comment] = []] = await clickhouse.rows(
    `select comment from system.tables where database = currentDatabase() and name = 'history'`,
  )
  if (comment === undefined) return null
  return comment.startsWith(MARK) ? comment.slice(MARK.length) : comment
}

/** Whether the database of the records holds any history. */
export async function holdsHistory(trx: Kysely<AnyTables>): Promise<boolean> {
  const tables = (Object.keys(TABLES) as TableName[]).map((table) => sql`exists (select from ${sql.table(table)})`)
  const { rows } = await sql<{ any: boolean }>`select ${sql.join(tables, sql` or `)} as "any"`.execute(trx)
  return rows[0]?.any === true
}
