import { parseArgs } from 'node:util'
import { StartError, type Settings } from '../../settings.ts'
import { startProblem } from '../postgres/problems.ts'
import { isUnavailable } from '../unavailable.ts'
import { copyAll, type Work } from './copy.ts'
import { openSource } from './source.ts'
import { openTarget } from './target.ts'

const USAGE = `npm run move -- --to postgres://user:password@host:5432/database    moves records and history out of the SQLite of DATA_DIR, into an empty PostgreSQL`

/** Returns the address on the command line. Throws StartError with the usage where there is none. */
export function readWords(words: readonly string[]): string {
  try {
    const { to = '' } = parseArgs({ args: [...words], options: { to: { type: 'string' } } }).values
    if (/^postgres(?:ql)?:$/.test(new URL(to).protocol)) return to
  } catch {
    // An unknown option, or no address.
  }
  throw new StartError(USAGE)
}

/**
 * Runs the command `npm run move`: copies everything in the SQLite of DATA_DIR into an empty PostgreSQL, or goes on
 * with a move that was cut.
 *
 * @throws StartError, one sentence, where that cannot be done
 */
export async function moveCommand(
  words: readonly string[],
  { dataDir }: Pick<Settings, 'dataDir'>,
  say: (line: string) => void,
  tuning: Pick<Work, 'most' | 'step'> = {},
): Promise<void> {
  const to = readWords(words)
  const source = await openSource(dataDir)
  try {
    const target = await openTarget(source, to)
    try {
      const place = `PostgreSQL at ${nameOf(to)}`
      const isBegun = Object.keys(target.progress).length > 0
      say(`From ${source.file} to ${place}${isBegun ? ', where the move ended' : ''}.`)
      const { tables, rows } = await copyAll({ source, target, say, ...tuning })
      say(
        `${rows.toLocaleString('en')} rows of ${tables} tables lie in ${place}. Start with that address as DATABASE_URL, and with the same DATA_DIR: pictures stay there. ${source.file} is as it was; remove it once all is well.`,
      )
    } finally {
      await target.pool.end()
    }
  } catch (error) {
    throw told(error, to)
  } finally {
    await source.storage.close()
  }
}

/** Names a database by host and path, without user and password. */
function nameOf(address: string): string {
  const { host, pathname } = new URL(address)
  return `${host || 'localhost'}${pathname}`
}

/** Reports a problem of the target under the option that names the target. */
function told(error: unknown, to: string): unknown {
  const problem = startProblem(error, to)
  if (problem instanceof StartError) {
    const again = error instanceof StartError ? '' : ` ${HOW_TO_GO_ON}`
    return new StartError(problem.message.replace(/^DATABASE_URL:/, '--to:') + again)
  }
  return isUnavailable(error)
    ? new StartError(`--to: the connection broke, or there is no room. ${HOW_TO_GO_ON}`)
    : error
}

const HOW_TO_GO_ON = 'What was copied stays; run the same command again, and it goes on.'
