import { startAt0 } from '../metrics/index.ts'
import type { Platform } from '../platform.ts'
import type { Storage } from '../storage/types.ts'
import { protocolsOf } from './formats/index.ts'
import { payloadOf, type Interface } from './payload.ts'
import { nextResult, resultsOf, storeResult, type PushResult } from './results.ts'
import { send, type SendOutcome, type Resolve } from './send.ts'

/**
 * Most pushes in flight. Further ones wait in the database for the next tick, not in a queue: by then another process
 * may lead, or the interface may have changed.
 */
const MAX_CONCURRENT_PUSHES = 8

export interface Pusher {
  /**
   * Starts the pushes that are due, and resolves once they are started; only the leader calls it. No push starts once
   * the signal has aborted. `lead` stores the results, and refuses them once another process leads.
   */
  look(now?: number, signal?: AbortSignal, lead?: Storage): Promise<void>
  /** Waits for the pushes in flight. */
  settled(): Promise<void>
  /** Aborts the pushes in flight; their outcome is not recorded. */
  close(): Promise<void>
}

/**
 * Creates the pusher, which pushes each enabled interface at its interval. An interface never has two pushes in flight.
 */
export function createPusher(platform: Platform, options: { timeout?: number; resolve?: Resolve } = {}): Pusher {
  const { storage, settings, log, metrics } = platform
  startAt0(metrics.pushes, [{ result: 'ok' }, { result: 'failed' }])
  const running = new Map<number, Promise<void>>()
  const closing = new AbortController()

  const push = async (row: Interface, old: PushResult | undefined, now: number, lead: Storage): Promise<void> => {
    const outcome = await outcomeOf(row, now)
    if (closing.signal.aborted) return
    metrics.pushes.add({ result: outcome.ok ? 'ok' : 'failed' })
    const result = nextResult(old, outcome, now, row.run_interval * 1000)
    if (!outcome.ok && result.failures === 1)
      log.warn({ interface: row.id, key: outcome.key, ...outcome.args }, 'northbound push failed')
    if (outcome.ok && old && old.failures > 0)
      log.info({ interface: row.id, failures: old.failures }, 'northbound push works again')
    const stored = await storeResult(lead, row.id, result, old?.next_at ?? null)
    if (stored) resultsOf(platform).set(row.id, stored)
  }
  const outcomeOf = async (row: Interface, now: number): Promise<SendOutcome> => {
    try {
      const { body, type } = await payloadOf(platform, row, now)
      return await send({
        url: row.url,
        body,
        type,
        allowPrivate: settings.northAllowPrivate,
        signal: closing.signal,
        ...options,
      })
    } catch (error) {
      log.error({ err: error, interface: row.id }, 'a northbound document could not be made')
      return { ok: false, key: 'error.north.document', args: {} }
    }
  }

  const settled = async (): Promise<void> => {
    while (running.size > 0) await Promise.all(running.values())
  }

  return {
    async look(now = Date.now(), signal, lead = storage) {
      const due = await dueInterfaces(platform, now, MAX_CONCURRENT_PUSHES + running.size)
      for (const { row, old } of due) {
        if (running.size >= MAX_CONCURRENT_PUSHES || signal?.aborted || closing.signal.aborted) return
        if (running.has(row.id)) continue
        const pushing = push(row, old, now, lead)
          .catch((error: unknown) =>
            log.error({ err: error, interface: row.id }, 'a northbound result could not be stored'),
          )
          .finally(() => running.delete(row.id))
        running.set(row.id, pushing)
      }
    },
    settled,
    close() {
      closing.abort()
      return settled()
    },
  }
}

/** Returns the enabled interfaces that are due, longest overdue first. */
async function dueInterfaces(
  { storage }: Platform,
  now: number,
  limit: number,
): Promise<{ row: Interface; old: PushResult | undefined }[]> {
  const rows = await storage.read
    .selectFrom('northinterface')
    .leftJoin('northstate', 'northstate.interface_id', 'northinterface.id')
    .where('is_stop', '=', 0)
    .where('is_enable', '=', 1)
    .where('protocol', 'in', protocolsOf('document'))
    .where((where) => where.or([where('northstate.next_at', 'is', null), where('northstate.next_at', '<=', now)]))
    .select(['northinterface.id', 'name', 'project_id', 'url', 'run_interval', 'protocol', 'info_id', 'dev_list'])
    .select(['last_at', 'last_ok', 'northstate.last_result', 'failures', 'next_at'])
    .orderBy('next_at')
    .orderBy('northinterface.id')
    .limit(limit)
    .execute()
  return rows.map(({ last_at, last_ok, last_result, failures, next_at, ...row }) => ({
    row,
    old:
      next_at === null || last_ok === null || failures === null
        ? undefined
        : { last_at, last_ok, last_result, failures, next_at },
  }))
}
