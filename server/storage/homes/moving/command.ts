import { parseArgs } from 'node:util'
import { Kysely, PostgresDialect } from 'kysely'
import type pg from 'pg'
import { DAY, HOUR } from '../../../../resources/kit/zone.ts'
import { silentLog } from '../../../log.ts'
import { StartError, type Settings } from '../../../settings.ts'
import { migrations } from '../../migrations/index.ts'
import { openPool } from '../../postgres/pool.ts'
import { startProblem } from '../../postgres/problems.ts'
import { refuseUnfinished } from '../../toPostgres/unfinished.ts'
import type { AnyTables } from '../../types.ts'
import { isUnavailable } from '../../unavailable.ts'
import { openClient } from '../clickhouse/client.ts'
import { checkVersion } from '../clickhouse/prepare.ts'
import { addressOf, placeOf, startProblem as historyProblem } from '../clickhouse/problems.ts'
import { moveCommand, moveOf, type Move } from '../homeFacts.ts'
import { refuseRunning, SESSION, takeTurn } from './alone.ts'
import { dropSource, giveUp } from './empty.ts'
import { timeOf } from './figures.ts'
import { count, moveHistory, plannedMove, sidesOf, TABLE_NAMES, type Work } from './move.ts'
import { dayName, rowsOf } from './spans.ts'

const USAGE = `npm run history -- move --from here --to clickhouse://user:password@host:8123/database    moves the history out of PostgreSQL
npm run history -- move --from clickhouse://user:password@host:8123/database --to here    moves it back
    --dry-run        prints what would be moved
    --drop-source    empties the source of a move that is finished
    --give-up        deletes what an unfinished move has copied`

/** Timeout of one call, ms: it is long, since either database may work for long on a day of history. */
const CALL_TIMEOUT_MS = 2 * HOUR

type Doing = 'move' | 'dry-run' | 'drop-source' | 'give-up'

/** Parses the command line. Throws StartError with the usage where it is wrong. */
export function readWords(words: readonly string[]): { to: Move['to']; historyUrl: string; doing: Doing } {
  try {
    const flags = ['dry-run', 'drop-source', 'give-up'] as const
    const { values, positionals } = parseArgs({
      args: [...words],
      allowPositionals: true,
      options: {
        from: { type: 'string' },
        to: { type: 'string' },
        'dry-run': { type: 'boolean' },
        'drop-source': { type: 'boolean' },
        'give-up': { type: 'boolean' },
      },
    })
    const asked = flags.filter((flag) => values[flag])
    const to = values.to === 'here' ? 'here' : 'clickhouse'
    const [here, historyUrl = ''] = to === 'here' ? [values.to, values.from] : [values.from, values.to]
    const isAddress = URL.canParse(historyUrl) && /^clickhouses?:$/.test(new URL(historyUrl).protocol)
    if (positionals.join() === 'move' && here === 'here' && isAddress && asked.length < 2)
      return { to, historyUrl, doing: asked[0] ?? 'move' }
  } catch {
    // An unknown option: the usage is thrown below.
  }
  throw new StartError(USAGE)
}

/**
 * Runs the command `npm run history`: moves the history of the installation that the settings name between PostgreSQL
 * and a ClickHouse (docs/decisions/0019).
 *
 * @throws StartError, one sentence, where that cannot be done
 */
export async function historyCommand(
  words: readonly string[],
  { databaseUrl, retentionDays }: Pick<Settings, 'databaseUrl' | 'retentionDays'>,
  say: (line: string) => void,
  tuning: Pick<Work, 'patience' | 'piece'> = {},
): Promise<void> {
  const { to, historyUrl, doing } = readWords(words)
  if (databaseUrl === null)
    throw new StartError('DATABASE_URL is missing: only a history beside records in PostgreSQL can be moved.')
  const place = placeOf(historyUrl)
  const pool = await openPool(databaseUrl, silentLog, SESSION)
  const clickhouse = await openClient(place, CALL_TIMEOUT_MS)
  const records = new Kysely<AnyTables>({ dialect: new PostgresDialect({ pool }) })
  try {
    await refuseUnfinished(records, 'postgres')
    await refuseOtherSchema(pool, records, doing)
    const work: Work = { pool, records, clickhouse, to, say, ...tuning }
    if (doing === 'dry-run') return await tellPlan(work)
    const letGo = await takeTurn(pool)
    try {
      if (doing === 'give-up') return await giveUp(work)
      await checkVersion(clickhouse)
      if (doing === 'drop-source') return await dropSource(work, Math.ceil(Date.now() / DAY - retentionDays))
      await moveHistory(work)
      say(
        `The history lies in ${to === 'here' ? 'PostgreSQL: start without HISTORY_URL' : `ClickHouse: start with HISTORY_URL, ${place.name}`}. The source is as it was; once all is well, empty it: ${moveCommand({ to, place: addressOf(place) })} --drop-source`,
      )
    } finally {
      letGo()
    }
  } catch (error) {
    const problem = startProblem(historyProblem(error, place), databaseUrl)
    const again = 'What was moved and checked stays; run the same command again, and it goes on.'
    if (problem instanceof StartError && !(error instanceof StartError))
      throw new StartError(`${problem.message} ${again}`)
    throw isUnavailable(problem) ? new StartError(`DATABASE_URL: the connection broke. ${again}`) : problem
  } finally {
    await clickhouse.close()
    await pool.end()
  }
}

/**
 * Refuses a database whose schema is not of this version. A move that another version began can still be given up: for
 * that the names of the tables are enough.
 */
async function refuseOtherSchema(pool: pg.Pool, records: Kysely<AnyTables>, doing: Doing): Promise<void> {
  const { rows } = await pool.query<{ found: boolean }>(`select to_regclass('migration') is not null as found`)
  const ran = rows[0]?.found ? (await pool.query<{ name: string }>('select name from migration')).rows : []
  const names = new Set(ran.map(({ name }) => name))
  if (names.size === migrations.length && migrations.every(({ name }) => names.has(name))) return
  const move = names.size > 0 ? await moveOf(records) : null
  if (move?.state !== 'moving')
    throw new StartError(
      'DATABASE_URL: the database is not of this version; start the platform once with this version, stop it, then move.',
    )
  if (doing !== 'give-up')
    throw new StartError(
      `The history of this installation is being moved by another version, and the move is not finished. Go on with that version, or give the move up: ${moveCommand(move)} --give-up.`,
    )
}

/** Prints what a move would do. */
async function tellPlan(work: Work): Promise<void> {
  const { say, pool } = work
  await checkVersion(work.clickhouse)
  const known = await plannedMove(work)
  const { source, target } = sidesOf(work, known?.began ?? 0)
  say(`From ${source.name} to ${target.name}:`)
  for (const table of TABLE_NAMES) {
    const counts = await source.days(table)
    const days = [...counts.keys()].toSorted((a, b) => a - b)
    const checked = known?.checked[table] ?? {}
    const left = days.filter((day) => checked[day] === undefined)
    const span =
      timeOf(table) === null || days.length === 0
        ? ''
        : ` of ${days.length} days, ${dayName(days[0] ?? 0)} to ${dayName(days.at(-1) ?? 0)}`
    const there = left.length === days.length ? '' : `; ${count(rowsOf(counts, left))} of them are left`
    say(`${table}: ${count(rowsOf(counts))} rows${span}${there}`)
  }
  await refuseRunning(pool, 0).catch((error: unknown) => {
    if (!(error instanceof StartError)) throw error
    say(error.message)
  })
  say('Nothing was moved: this was --dry-run.')
}
