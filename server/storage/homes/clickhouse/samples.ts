import type pg from 'pg'
import { arraysOf, batchTransaction, storeSampleFacts, keepSamples } from '../postgres/samples.ts'
import type { Samples } from '../../types.ts'
import { bring, broughtOf, changedIn, makeTables, runAt } from './bring.ts'
import { CALL_TIMEOUT_MS, type ClickHouse } from './client.ts'
import { lineOf } from './lines.ts'
import { keysOf, newestMoments } from './moments.ts'
import { keyQueries } from './queries.ts'
import { historyLines, lastLines, ranksOf } from './ranked.ts'
import { columnsOf } from './tables.ts'

interface Homes {
  clickhouse: ClickHouse
  pool: pg.Pool
}

/**
 * Stores samples in ClickHouse and then, in the database of the records, what is known beside them. A process that dies
 * between the two has not acknowledged the batch, so the batch is sent again and meets its own samples. Hours are
 * marked after their samples are stored. Batches are stored one at a time, since a batch may meet samples of the one
 * before.
 */
export function samplesWriter(homes: Homes): (samples: Samples) => Promise<void> {
  const newest = newestMoments(homes)
  let turn: Promise<unknown> = Promise.resolve()
  const store = async (samples: Samples): Promise<void> => {
    if (looksBack(samples) || (await newest.mayMeet(samples))) await meet(homes, samples)
    else await append(homes, samples)
    newest.stored(samples)
  }
  return (samples) => {
    const mine = turn.then(() => store(samples))
    turn = mine.catch(() => {})
    return mine
  }
}

/**
 * Whether a batch has to be compared with stored values: late samples and clock skews are counted only for times
 * without a value, and a mark is kept only where there is no value.
 */
const looksBack = ({ evidence }: Samples): boolean =>
  Boolean(evidence && (evidence.late?.length || evidence.skews?.length || evidence.marks.length > 0))

/** Stores samples that are newer than every known value of their nodes. */
async function append({ clickhouse, pool }: Homes, samples: Samples): Promise<void> {
  const now = Date.now()
  await Promise.all([
    clickhouse.insert('history', historyLines(samples, now)),
    clickhouse.insert('lastvalue', lastLines(samples, now)),
  ])
  await batchTransaction(pool, samples, (client) => storeSampleFacts(client, samples))
}

/**
 * Stores samples that may meet stored ones: the values at their keys are brought, PostgreSQL's own statements decide,
 * and what they changed is written. A value that replaces another is written after a separate transaction that keeps
 * its revision: the revision holds the first value, which is then stored nowhere else.
 */
async function meet({ clickhouse, pool }: Homes, samples: Samples): Promise<void> {
  const now = Date.now()
  const ranks = ranksOf(samples, now)
  const linesOf = (rows: readonly Record<string, number | null>[], rank: (typeof ranks)['first']): string[] =>
    rows.map((row) => lineOf([...columnsOf('history').map((column) => row[column] ?? null), rank(row)]))
  let amended: string[] = []
  const { standstill } = samples
  // The transaction is idle while ClickHouse is asked.
  const patient: Pick<Samples, 'standstill'> =
    standstill === undefined ? {} : { standstill: standstill + CALL_TIMEOUT_MS }
  await batchTransaction(pool, patient, async (client) => {
    const run = runAt(client)
    await makeTables(run)
    await bring({ run, clickhouse }, 'history', { queries: keyQueries(keysOf(samples)), kept: true })
    await keepSamples(client, samples, arraysOf(samples), async () => {
      const fresh = await changedIn(run, 'history')
      await Promise.all([
        clickhouse.insert('history', linesOf(fresh, ranks.first)),
        clickhouse.insert('lastvalue', lastLines(samples, now)),
      ])
      await run(`insert into ${broughtOf('history')} select * from history on conflict do nothing`)
    })
    amended = linesOf(await changedIn(run, 'history'), ranks.amended)
    if (amended.length === 0) await storeSampleFacts(client, samples)
  })
  if (amended.length === 0) return
  await clickhouse.insert('history', amended)
  await batchTransaction(pool, samples, (client) => storeSampleFacts(client, samples))
}
