import type pg from 'pg'
import { dirtyHours } from '../../dirtyHours.ts'
import { originsOf } from '../evidence.ts'
import { ROLLUP } from '../../postgres/locks.ts'
import type { Samples } from '../../types.ts'
import { storeMarks, revise, type SampleArrays } from './evidence.ts'
import { countLate, flag, storeStationMarks, storeClockSkew } from './quality.ts'
import { makePartition, monthsOf } from './partitions.ts'

/**
 * Returns a function that stores samples by way of arrays, one statement for history and one for last values, in one
 * transaction.
 */
export function samplesWriter(pool: pg.Pool): (samples: Samples) => Promise<void> {
  /** Months whose partition is known to exist. */
  const known = new Set<string>()

  const makeMonths = async (samples: Samples): Promise<void> => {
    for (const month of monthsOf(samples.ts, samples.save)) {
      if (known.has(month.table)) continue
      await makePartition(pool, month)
      known.add(month.table)
    }
  }

  return async (samples) => {
    await makeMonths(samples)
    try {
      await store(pool, samples)
    } catch (error) {
      if (!isMissingPartition(error)) throw error
      // Another process dropped the month meanwhile.
      known.clear()
      await makeMonths(samples)
      await store(pool, samples)
    }
  }
}

const store = (pool: pg.Pool, samples: Samples): Promise<void> =>
  batchTransaction(pool, samples, async (client) => {
    const arrays = arraysOf(samples)
    await keepSamples(client, samples, arrays)
    await storeSampleFacts(client, samples)
    if (samples.ts.length > 0) await client.query(LASTVALUE, [...arrays])
  })

/**
 * Runs the transaction of a batch. Rolling up waits for it, so that hours marked in it are either seen by the rollup or
 * marked after it.
 */
export async function batchTransaction(
  pool: pg.Pool,
  { standstill }: Pick<Samples, 'standstill'>,
  work: (client: pg.ClientBase) => Promise<void>,
): Promise<void> {
  const client = await pool.connect()
  let broken: Error | undefined
  try {
    const limit = standstill === undefined ? '' : `set local idle_in_transaction_session_timeout = ${standstill}; `
    await client.query(`begin; ${limit}select pg_advisory_xact_lock_shared(${ROLLUP})`)
    await work(client)
    await client.query('commit')
  } catch (error) {
    await client.query('rollback').catch((failure: Error) => {
      broken = failure
    })
    throw error
  } finally {
    client.release(broken)
  }
}

/**
 * Stores samples, and what depends on whether their keys had a value before: everything that reads or writes the table
 * of samples. `between` runs once first values are stored, before any of them is replaced.
 */
export async function keepSamples(
  client: pg.ClientBase,
  samples: Samples,
  arrays: SampleArrays,
  between: () => Promise<void> = async () => {},
): Promise<void> {
  const { save, evidence } = samples
  const saved = save.reduce<number>((sum, how) => sum + (how === 0 ? 0 : 1), 0)
  if (evidence?.late?.length) await countLate(client, samples, evidence.late)
  if (evidence?.skews?.length) await storeClockSkew(client, evidence.skews)
  const { rowCount } = saved > 0 ? await client.query(HISTORY, [...arrays]) : { rowCount: 0 }
  await between()
  if (rowCount !== saved) await revise(client, arrays, originsOf(evidence))
  if (evidence) await storeMarks(client, evidence.marks)
}

/** Stores what is known beside the samples, wherever those lie: dirty hours, quality, and work for the alarm rules. */
export async function storeSampleFacts(client: pg.ClientBase, samples: Samples): Promise<void> {
  const { inbox, evidence } = samples
  const { devices, hours } = dirtyHours(samples)
  if (devices.length > 0) await client.query(DIRTYHOUR, [devices, hours].map(arrayText))
  if (evidence?.flags?.length) await flag(client, evidence.flags)
  if (evidence?.said?.length) await storeStationMarks(client, evidence.said)
  if (inbox) await client.query(INBOX, [inbox.id, inbox.received_at, inbox.samples])
}

export const arraysOf = ({ device_id, nodemap_id, ts, value, save }: Samples): SampleArrays => [
  arrayText(device_id),
  arrayText(nodemap_id),
  arrayText(ts),
  arrayText(value),
  arrayText(save),
]

/** Writes numbers as the text of a PostgreSQL array; the driver would quote and escape each of them. */
const arrayText = (numbers: readonly number[]): string => `{${numbers.join()}}`

/**
 * The first value of a key is kept, also one that was marked. Rows are inserted in key order, so that two concurrent
 * batches cannot deadlock.
 */
const HISTORY = `
  insert into history (device_id, nodemap_id, ts, value)
  select distinct on (device_id, nodemap_id, ts) device_id, nodemap_id, ts, value
  from unnest($1::bigint[], $2::bigint[], $3::bigint[], $4::double precision[], $5::smallint[]) with ordinality
    as sample (device_id, nodemap_id, ts, value, save, place)
  where save > 0 and not exists (
    select from historymark m where m.device_id = sample.device_id and m.nodemap_id = sample.nodemap_id and m.ts = sample.ts)
  order by device_id, nodemap_id, ts, place
  on conflict (device_id, nodemap_id, ts) do nothing`

const DIRTYHOUR = `
  insert into dirtyhour (device_id, hour) select * from unnest($1::bigint[], $2::bigint[]) order by 1, 2 on conflict do nothing`

/**
 * Of several samples the newest counts: a statement may touch a row only once. A value that a fast clock left in the
 * future is replaced once the clock is right.
 */
const LASTVALUE = `
  insert into lastvalue (device_id, nodemap_id, ts, value)
  select distinct on (device_id, nodemap_id) device_id, nodemap_id, ts, value
  from unnest($1::bigint[], $2::bigint[], $3::bigint[], $4::double precision[], $5::smallint[]) with ordinality
    as sample (device_id, nodemap_id, ts, value, save, place)
  where save < 2
  order by device_id, nodemap_id, ts desc, place desc
  on conflict (device_id, nodemap_id) do update set ts = excluded.ts, value = excluded.value
  where excluded.ts >= lastvalue.ts or lastvalue.ts > (extract(epoch from now()) + 60) * 1000`

const INBOX = 'insert into alarminbox (id, received_at, samples) values ($1, $2, $3)'

/** "no partition of relation "history" found for row" is a check violation without a constraint's name. */
const isMissingPartition = (error: unknown): boolean =>
  error instanceof Error && 'code' in error && error.code === '23514' && 'table' in error && error.table === 'history'
