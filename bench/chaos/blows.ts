import { setTimeout as pause } from 'node:timers/promises'
import type { Layout, Member, Service } from '../scale/layout.ts'

/** Kinds of blow, by the part they strike. */
export const KINDS = ['worker', 'stopped', 'ingest', 'paused', 'web', 'database', 'bus'] as const
export type Kind = (typeof KINDS)[number]

/** Name of each kind in the table. */
export const TITLES: Readonly<Record<Kind, string>> = {
  worker: 'the worker that leads, killed',
  stopped: 'the worker that leads, stopped (SIGSTOP) until another leads, then woken',
  ingest: 'an ingest, killed',
  paused: 'an ingest, stopped (SIGSTOP) until others have what was its, then woken',
  web: 'a web, killed',
  database: 'PostgreSQL, killed',
  bus: 'NATS, killed',
}

/** The outcome of one blow. */
export interface Blow {
  /**
   * Moment from which the feed has to come back, ms since the epoch: the blow or, for the database, the time it answers
   * again.
   */
  since: number
  /** Time until another worker led, ms; null where the leader was not struck. */
  led: number | null
}

/** Longest time for a worker to become leader, ms: far longer than a lease lasts. */
const LEAD_TIMEOUT_MS = 60_000
/** How long a stopped leader stays asleep after another has become leader, ms: well beyond the end of the lease. */
const ASLEEP = 2000
/**
 * How long a stopped ingest sleeps, ms: by then its senders have moved to another process (load.ts), and so have its
 * partitions of the log.
 */
const PAUSED = 10_000

/**
 * Strikes a part and brings it back; resolves once it is back.
 *
 * @param round selects which of several processes is struck
 * @param struck called the moment the part is gone
 */
export async function strike(kind: Kind, layout: Layout, round: number, struck: () => void): Promise<Blow> {
  const since = Date.now()
  switch (kind) {
    case 'worker': {
      const leader = await leaderOf(layout)
      const killed = Date.now()
      await leader.kill()
      struck()
      const [led] = await Promise.all([leaderOf(layout).then(() => Date.now() - killed), leader.again()])
      return { since: killed, led }
    }
    case 'stopped': {
      const leader = await leaderOf(layout)
      const stopped = Date.now()
      leader.signal('SIGSTOP')
      struck()
      try {
        await leaderOf(layout, leader)
        const led = Date.now() - stopped
        await pause(ASLEEP)
        return { since: stopped, led }
      } finally {
        leader.signal('SIGCONT')
        await until(
          async () => (await readyOf(leader))?.leads === false,
          'the woken worker does not say that it leads no more',
        )
      }
    }
    case 'ingest':
    case 'web': {
      const member = inTurn(layout, kind, round)
      await member.kill()
      struck()
      await member.again()
      return { since, led: null }
    }
    case 'paused': {
      const member = inTurn(layout, 'ingest', round)
      member.signal('SIGSTOP')
      struck()
      await pause(PAUSED).finally(() => member.signal('SIGCONT'))
      return { since, led: null }
    }
    case 'database': {
      await killed(layout.services.postgres)
      struck()
      await layout.services.postgres.again?.()
      const back = Date.now()
      await until(() => allReady(layout), 'not all processes are ready again')
      return { since: back, led: null }
    }
    case 'bus': {
      await killed(layout.services.nats)
      struck()
      await layout.services.nats.again?.()
      return { since, led: null }
    }
  }
}

/** Whether a kind can be struck: services that are absent or that this run did not start are left out. */
export const canStrike = (kind: Kind, { services }: Layout): boolean =>
  (kind !== 'database' || services.postgres.kill !== undefined) && (kind !== 'bus' || services.nats.kill !== undefined)

/** Each process of a role in turn, by round. */
function inTurn(layout: Layout, role: Member['role'], round: number): Member {
  const members = layout.of(role)
  const member = members[round % members.length]
  if (!member) throw new Error(`there is no ${role}`)
  return member
}

async function killed(service: Service): Promise<void> {
  if (!service.kill) throw new Error('that is not ours to kill')
  await service.kill()
}

/** Resolves with the worker that leads, once there is one. */
const leaderOf = (layout: Layout, except?: Member): Promise<Member> =>
  until(async () => {
    const workers = layout.of('worker').filter((worker) => worker !== except)
    const answers = await Promise.all(workers.map(readyOf))
    return workers[answers.findIndex((answer) => answer?.leads === true)]
  }, 'no worker leads')

/** Whether all processes are ready. */
export const allReady = async ({ members }: Layout): Promise<boolean> =>
  (await Promise.all(members.map(readyOf))).every((answer) => answer !== null)

/** The process's own status; null where it does not answer, or is not ready. */
async function readyOf({ url }: Member): Promise<{ leads?: boolean } | null> {
  try {
    const answer = await fetch(`${url}/readyz`, { signal: AbortSignal.timeout(2000) })
    return answer.ok ? ((await answer.json()) as { leads?: boolean }) : (await answer.arrayBuffer(), null)
  } catch {
    return null
  }
}

/** Resolves with the first truthy result of a check; throws the sentence `otherwise` after a minute without one. */
async function until<T>(check: () => Promise<T | false | undefined>, otherwise: string): Promise<T> {
  for (const end = Date.now() + LEAD_TIMEOUT_MS; Date.now() < end; await pause(50)) {
    const found = await check()
    if (found) return found
  }
  throw new Error(otherwise)
}
