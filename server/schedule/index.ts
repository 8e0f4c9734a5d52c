import { setTimeout as sleep } from 'node:timers/promises'
import { HOUR, MINUTE } from '../../resources/kit/zone.ts'
import type { Log } from '../log.ts'
import { gauge } from '../metrics/family.ts'
import { startAt0 } from '../metrics/index.ts'
import type { Metrics } from '../platform/metrics.ts'
import type { Job, Schedules } from '../platform/processes.ts'
import { LeaseLost, type Leadership, type Storage } from '../storage/types.ts'
import { fenceWrites } from './fenced.ts'

interface Entry {
  job: Job
  /** When the next run may start, by the monotonic clock (performance.now). */
  due: number
  failures: number
  running: { abort: AbortController; done: Promise<void>; token: number | undefined } | null
}

/** How often leadership and due jobs are checked, ms. */
const TICK_MS = 100
/**
 * Wait before a failed job is tried again, ms. It doubles with every failure, up to the job's own interval or a minute,
 * whichever is longer.
 */
const MIN_RETRY_MS = 1000
const MAX_RETRY_MS = 60_000
/**
 * Jobs with an interval of an hour or more drop old rows. They begin this long after they were added, ms, so that a
 * platform's start waits for none of them.
 */
const SWEEP_DELAY_MS = MINUTE
/** How long closing waits for running jobs, ms. */
const CLOSE_TIMEOUT_MS = 900

interface Services {
  storage: Storage
  log: Log
  metrics?: Metrics
  /** The lease that a process must hold to run the jobs; null: this process never runs them. */
  lease?: string | null
}

/** The name of the leader's lease. */
const LEADER = 'leader'

/** Starts the scheduler of this process; its jobs run here only while this process leads. */
export function startSchedules(
  { storage, log, metrics, lease = LEADER }: Services,
  jobs: readonly Job[] = [],
): Schedules {
  const leadership =
    lease === null
      ? NEVER
      : storage.lead(lease, log, (here) => metrics?.leaseMoves.add({ lease, to: here ? 'here' : 'away' }))
  if (metrics && lease !== null) {
    startAt0(metrics.leaseMoves, [
      { lease, to: 'here' },
      { lease, to: 'away' },
    ])
    metrics.add(
      gauge('lease_held', 'Whether this process holds a lease.', () => [[{ lease }, Number(leadership.isLeader())]], [
        'lease',
      ]),
    )
  }
  const entries: Entry[] = []
  const add = (job: Job): void => {
    const due = job.everyMs < HOUR ? 0 : performance.now() + SWEEP_DELAY_MS
    entries.push({ job, due, failures: 0, running: null })
  }
  jobs.forEach(add)

  const start = (entry: Entry): void => {
    const abort = new AbortController()
    const fence = leadership.fence()
    const done = runOnce(entry, abort.signal, fenceWrites(storage, fence), log).finally(() => {
      entry.running = null
    })
    entry.running = { abort, done, token: fence?.token }
  }
  const tick = (): void => {
    const leads = leadership.isLeader()
    const token = leads ? leadership.fence()?.token : undefined
    const now = performance.now()
    for (const entry of entries) {
      if (entry.running) {
        // Also where another process led for a moment: this run began before that, and its writes are refused.
        if (!leads || entry.running.token !== token) entry.running.abort.abort()
      } else if (leads && entry.due <= now) start(entry)
    }
  }
  const timer = setInterval(tick, TICK_MS)
  timer.unref()

  return {
    add,
    leads: () => leadership.isLeader(),
    async close() {
      clearInterval(timer)
      const under = entries.flatMap(({ running }) => (running ? [running] : []))
      for (const { abort } of under) abort.abort()
      const ended = await Promise.race([Promise.all(under.map(({ done }) => done)), sleep(CLOSE_TIMEOUT_MS, null)])
      if (ended === null)
        log.warn(
          { jobs: entries.filter(({ running }) => running).map(({ job }) => job.name) },
          'jobs did not stop in time',
        )
      entries.length = 0
      await leadership.close()
    },
  }
}

/** Leadership of a process that is not a candidate. */
const NEVER: Leadership = { isLeader: () => false, fence: () => null, close: async () => {} }

async function runOnce(entry: Entry, signal: AbortSignal, lead: Storage, log: Log): Promise<void> {
  const { job } = entry
  try {
    await job.run(signal, lead)
    entry.failures = 0
    entry.due = performance.now() + job.everyMs
  } catch (error) {
    if (error instanceof LeaseLost) return void log.info({ job: job.name }, 'a job ended: another process leads')
    const wait = Math.min(MIN_RETRY_MS * 2 ** entry.failures++, Math.max(job.everyMs, MAX_RETRY_MS))
    entry.due = performance.now() + wait
    if (!signal.aborted) log.error({ err: error, job: job.name, againInMs: wait }, 'a job failed')
  }
}
