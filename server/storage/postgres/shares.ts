import { randomBytes } from 'node:crypto'
import { hostname } from 'node:os'
import type { Log } from '../../log.ts'
import type { QueryClient } from './inTurn.ts'
import { NOW, LEASE_TTL_MS } from './lease.ts'
import { keepSession } from './session.ts'

interface Options {
  databaseUrl: string
  /** What is shared out; the same name in all processes that share it. */
  name: string
  count: number
  log: Log
  /**
   * Called when this process gets a share. Until `leave` resolves no other process has it, unless this process was away
   * for longer than a lease holds.
   */
  take(share: number): void
  /** Called when a share goes. Resolves once this process does nothing more with it. */
  leave(share: number): Promise<void>
}

export interface Shares {
  /** Returns the shares of this process, in order. */
  held(): number[]
  /** Whether a share still counts as held by this process. */
  holds(share: number): boolean
  /** Gives all shares back. */
  close(): Promise<void>
}

/** How long rows of processes that are gone are kept, ms. */
const OLD = 3_600_000
/**
 * How long a process keeps its shares after its last renewal once its session has ended, ms. PostgreSQL ends the session
 * of a killed process at once; a process that lives connects again within this time (keepSession).
 */
const RECONNECT_MS = 1750

/** The token of a membership row is the id of the session that renews it. */
const JOIN = `insert into lease (name, holder, token, until) values ($1, $2, pg_backend_pid(), ${NOW} + ${LEASE_TTL_MS})
  on conflict (name) do update set holder = excluded.holder, token = excluded.token, until = excluded.until`
const MAKE = `insert into lease (name, holder, token, until) select $1::text || share, '', 0, 0 from generate_series(0, $2::int - 1) as share
  on conflict do nothing`
const TIDY = `delete from lease where starts_with(name, $1) and until < ${NOW} - ${OLD}`
/** Renews the leases of this process, its own membership row among them. */
const RENEW = `update lease set until = ${NOW} + ${LEASE_TTL_MS} where holder = $1 and starts_with(name, $2) returning name`
/** Begins a query: the processes that want shares and are there. */
const WITH_MEMBERS = `with member as (select holder from lease where starts_with(name, $1) and until > ${NOW} + case
  when exists (select from pg_stat_activity where pid = token) then 0 else ${LEASE_TTL_MS - RECONNECT_MS} end)`
/** The processes that want shares, those that hold most first. */
const MEMBERS = `${WITH_MEMBERS} select m.holder, count(s.name) as has from member m
  left join lease s on s.holder = m.holder and starts_with(s.name, $2) and s.until > ${NOW}
  group by m.holder order by has desc, m.holder`
const TAKE = `${WITH_MEMBERS} update lease set holder = $3, token = token + 1, until = ${NOW} + ${LEASE_TTL_MS} where name in (
  select name from lease where starts_with(name, $2) and (until <= ${NOW} or holder not in (select holder from member))
  order by name limit $4 for update skip locked) returning name`
const GIVE = `update lease set holder = '', until = 0 where holder = $1 and name = any($2)`
const PART = 'delete from lease where name = $1'

/**
 * Divides shares, 0 to count - 1, among the processes that want them. Each share is leased by one process
 * (docs/decisions/0016-leases.md), and each process has as many shares as any other, or one more: a process with more
 * than its part gives the rest away when another one joins. The shares of a killed process move within three seconds,
 * those of a stopped one within five. One session renews all leases. There is no fence: what is done under a share has
 * to be idempotent.
 */
export function shareOut({ databaseUrl, name, count, log, take, leave }: Options): Shares {
  const me = `${hostname()} ${process.pid} ${randomBytes(6).toString('hex')}`
  const member = `${name} by ${me}`
  const [shares, members] = [`${name} of `, `${name} by `]
  const held = new Set<number>()
  const leaving = new Map<number, Promise<void>>()
  /**
   * Until when the leases count as held, by the monotonic clock. It is reckoned from before the renewal was sent, so it
   * ends before the database's deadline.
   */
  let until = 0
  let closing = false
  let beating: Promise<void> = Promise.resolve()

  const namesOf = async (client: QueryClient, statement: string, values: unknown[]): Promise<number[]> => {
    const { rows } = await client.query<{ name: string }>(statement, values)
    return rows.flatMap((row) => (row.name.startsWith(shares) ? [Number(row.name.slice(shares.length))] : []))
  }
  const come = (share: number): void => {
    held.add(share)
    take(share)
  }
  const give = (share: number): void => {
    held.delete(share)
    const gone = leave(share)
      .then(async () => void (await session.client()?.query(GIVE, [me, [`${shares}${share}`]])))
      // The lease stays with this process until it lapses, and the share comes back unless another process wants it.
      .catch((error: unknown) =>
        log.warn({ err: error, share, of: name }, 'a share of the work could not be handed over'),
      )
      .finally(() => leaving.delete(share))
    leaving.set(share, gone)
  }
  const beat = async (client: QueryClient): Promise<void> => {
    const asked = performance.now()
    const mine = await namesOf(client, RENEW, [me, `${name} `])
    until = asked + LEASE_TTL_MS
    const before = held.size
    // Another process took these while this one was away.
    for (const share of [...held].filter((each) => !mine.includes(each))) give(share)
    if (closing) return
    for (const share of mine) if (!held.has(share) && !leaving.has(share)) come(share)
    const { rows } = await client.query<{ holder: string }>(MEMBERS, [members, shares])
    const all = Math.max(rows.length, 1)
    const place = rows.findIndex(({ holder }) => holder === me)
    // Shares left over go to the processes that hold most, so that nothing moves without need.
    const part = Math.floor(count / all) + (place < count % all ? 1 : 0)
    const free = part - held.size - leaving.size
    if (free > 0) for (const share of await namesOf(client, TAKE, [members, shares, me, free])) come(share)
    for (const share of [...held].slice(part)) give(share)
    if (held.size !== before) log.info({ of: name, held: [...held] }, 'this process has other shares of the work now')
  }
  const session = keepSession({
    databaseUrl,
    name: `environment-console ${name}`.slice(0, 63),
    log,
    async opened(client) {
      await client.query(TIDY, [members])
      await client.query(JOIN, [member, me])
      await client.query(MAKE, [shares, count])
    },
    beat: (client) => (beating = beat(client)),
    // The leases count as held until they lapse; after a reconnect those that no other process took are renewed.
    lost: () => {},
  })
  return {
    held: () => [...held].toSorted((a, b) => a - b),
    holds: (share) => held.has(share) && performance.now() < until,
    async close() {
      closing = true
      await beating.catch(() => {})
      for (const share of held) give(share)
      await Promise.all(leaving.values())
      await session
        .client()
        ?.query(PART, [member])
        .catch(() => {})
      await session.close()
    },
  }
}
