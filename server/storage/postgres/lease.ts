import { randomBytes } from 'node:crypto'
import { hostname } from 'node:os'
import { sql, type Kysely } from 'kysely'
import type { Log } from '../../log.ts'
import { LeaseLost, type AnyTables, type Fence, type Leadership } from '../types.ts'
import type { QueryClient } from './inTurn.ts'
import { keepSession } from './session.ts'

/**
 * How long a lease holds without renewal, ms. It is renewed every second, and moves within this time plus a second
 * after its holder dies.
 */
export const LEASE_TTL_MS = 4000
/** How long taking a lease waits for transactions of its last holder, ms; then it is tried again. */
const LOCK_TIMEOUT_MS = 2000
/**
 * How long a holder keeps the marks of earlier holders, ms: a process whose connection fell silent needs a minute or
 * more to find out, and asks for its marks only then.
 */
const MARK_TTL_MS = 600_000
/** A token that no holder has. */
const NOBODY = -1
/** SQL for the present time, ms, by the database's clock, the only one that all processes share. */
export const NOW = '(extract(epoch from clock_timestamp()) * 1000)::bigint'

const MAKE = `insert into lease (name, holder, token, until) values ($1, '', 0, 0) on conflict do nothing`
/** Takes no lock that conflicts with writes under the lease's fence. */
const RENEW = `update lease set until = ${NOW} + ${LEASE_TTL_MS} where name = $1 and token = $2 returning token`
/**
 * Waits for the transactions that passed the fence: the next holder sees what they wrote, and none of them commits
 * later.
 */
const FREE = `select token from lease where name = $1 and until <= ${NOW} for update`
const TAKE = `update lease set holder = $2, token = token + 1, until = ${NOW} + ${LEASE_TTL_MS} where name = $1 returning token`
/**
 * Only while this process still holds the lease: a process that stood still since its renewal would delete the marks of
 * its successor.
 */
const TIDY = `delete from lease where starts_with(name, $1) and not starts_with(name, $2)
  and exists (select from lease as held where held.name = $3 and held.token = $4 and held.until > ${NOW})`
const RELEASE = `update lease set until = 0 where name = $1 and token = $2`

/**
 * Leads by a lease, a row that says who leads until when (docs/decisions/0016-leases.md).
 *
 * @param moved called when this process takes the lease, and when it has lost it
 */
export function leadByLease(
  databaseUrl: string,
  name: string,
  log: Log,
  moved: (here: boolean) => void = () => {},
): Leadership {
  const holder = `${hostname()} ${process.pid} ${randomBytes(6).toString('hex')}`
  /**
   * The last token held. It is renewed even after a while without connection, unless another process took the lease
   * meanwhile.
   */
  let token: number | null = null
  let leads = false
  /**
   * Until when the lease counts as held, by the monotonic clock. It is reckoned from before the renewal was sent, so it
   * ends before the database's deadline.
   */
  let until = 0
  /** When marks of earlier holders are deleted, by the same clock. */
  let tidyAt = Infinity
  let closing = false
  let beating: Promise<void> = Promise.resolve()
  /** Row numbers of the writes under way. Only the holder writes, so all of them are this process's own. */
  const taken = new Set<number>()

  const stand = (now: boolean): void => {
    if (leads === now) return
    leads = now
    log.info({ lead: name, token }, now ? 'this process leads' : 'this process no longer leads')
    moved(now)
  }
  const beat = async (client: QueryClient): Promise<void> => {
    if (closing) return
    const asked = performance.now()
    const mine = (token === null ? null : await ask(client, RENEW, [name, token])) ?? (await take(client, name, holder))
    // The lease was taken again: what ran under the last token must end.
    if (mine === null || mine !== token) {
      stand(false)
      tidyAt = asked + MARK_TTL_MS
    }
    token = mine
    if (mine === null) return
    until = asked + LEASE_TTL_MS
    stand(true)
    if (asked < tidyAt) return
    tidyAt = Infinity
    await client.query(TIDY, [`${name} write `, marksOf(name, mine), name, mine])
  }
  const session = keepSession({
    databaseUrl,
    name: `environment-console ${name}`.slice(0, 63),
    log,
    opened: async (client) => void (await client.query(MAKE, [name])),
    beat: (client) => (beating = beat(client)),
    lost: () => stand(false),
  })
  return {
    isLeader: () => leads && performance.now() < until,
    fence: () => fenceOf(name, token ?? NOBODY, taken),
    async close() {
      closing = true
      await beating.catch(() => {})
      if (leads)
        await session
          .client()
          ?.query(RELEASE, [name, token])
          .catch(() => {})
      stand(false)
      await session.close()
    },
  }
}

/** Returns the token in the first row of the answer; null where there is no row. */
async function ask(client: QueryClient, statement: string, values: unknown[]): Promise<number | null> {
  const { rows } = await client.query<{ token: string }>(statement, values)
  return rows[0] ? Number(rows[0].token) : null
}

/** Returns the leases with names that begin with `prefix` that were held once and have run out. */
export async function lapsedLeases<T>(reading: Kysely<T>, prefix: string): Promise<string[]> {
  const { rows } = await sql<{ name: string }>`
    select name from lease where starts_with(name, ${prefix}) and token > 0 and until <= ${sql.raw(NOW)}`.execute(
    reading as unknown as Kysely<AnyTables>,
  )
  return rows.map(({ name }) => name)
}

/**
 * Takes a lease that no process holds any more. Returns its new token; null where a process holds it, or transactions
 * of the last holder are still under way.
 */
async function take(client: QueryClient, name: string, holder: string): Promise<number | null> {
  await client.query(`begin; set local lock_timeout = ${LOCK_TIMEOUT_MS}`)
  try {
    const free = await ask(client, FREE, [name])
    const token = free === null ? null : await ask(client, TAKE, [name, holder])
    await client.query('commit')
    return token
  } catch (error) {
    await client.query('rollback')
    if (error instanceof Error && 'code' in error && error.code === LOCK_NOT_AVAILABLE) return null
    throw error
  }
}

const LOCK_NOT_AVAILABLE = '55P03'

/** Returns the common beginning of the names of a holder's mark rows. */
const marksOf = (name: string, token: number): string => `${name} write ${token} `

/**
 * Makes a fence. The lock on the lease lasts as long as the transaction. A process that is stopped in the middle of one
 * holds it no longer than it would have held the lease: then the database ends its session.
 *
 * Each transaction leaves its mark in a row that no other transaction under way uses, and no other holder: what the row
 * holds afterwards says whether the transaction was committed, whichever process leads by then. The number of a
 * transaction (pg_xact_status) would not tell: after a crash, or on a replica that took over, the same number may be
 * another transaction's.
 */
const fenceOf = (name: string, token: number, taken: Set<number>): Fence => ({
  token,
  enter() {
    let place = 0
    while (taken.has(place)) place++
    taken.add(place)
    const row = `${marksOf(name, token)}${place}`
    const mark = randomBytes(12).toString('hex')
    return {
      async check<T>(trx: Kysely<T>) {
        const { rows } = await sql`
          with held as (select name from lease where name = ${name} and token = ${token} for key share)
          insert into lease (name, holder, token, until) select ${row}::text, ${mark}::text, 0, 0 from held
          on conflict (name) do update set holder = excluded.holder
          returning set_config('idle_in_transaction_session_timeout', ${String(LEASE_TTL_MS)}, true)`.execute(
          trx as unknown as Kysely<AnyTables>,
        )
        if (rows.length === 0) throw new LeaseLost(name)
      },
      // An insert waits for the transaction that has written the row, even while the row is not visible yet.
      async wasCommitted<T>(trx: Kysely<T>) {
        const { rows } = await sql<{ holder: string }>`
          insert into lease (name, holder, token, until) values (${row}, '', 0, 0)
          on conflict (name) do update set holder = lease.holder returning holder`.execute(
          trx as unknown as Kysely<AnyTables>,
        )
        return rows[0]?.holder === mark
      },
      leave: () => void taken.delete(place),
    }
  },
})
