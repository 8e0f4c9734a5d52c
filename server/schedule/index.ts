import { setTimeout as sleep } from 'node:timers/promises'
import type { Log } from '../log.ts'
import type { Storage } from '../storage/types.ts'

/** Work that one process of a database does for all: again and again, never twice at a time. */
export interface Job {
  name: string
  /** From the end of one run to the start of the next, ms. */
  everyMs: number
  /** One run. Ends soon after the signal aborts: this process stops, or leads no more. One that throws is logged and tried again. */
  run(signal: AbortSignal): Promise<void>
}

/** The leader's jobs. Those added run from now on, wherever the leader is. */
export interface Schedules {
  add(job: Job): void
  close(): Promise<void>
}

interface Entry {
  job: Job
  /** When its next run may start, by the clock that nobody sets (performance.now). */
  due: number
  failures: number
  running: { abort: AbortController; done: Promise<void> } | null
}

/** How often leadership and due jobs are looked at, ms. */
const TICK = 100
/** A job that fails is tried again after this long, doubled with every failure, up to its own interval or a minute, whichever is longer. */
const RETRY = 1000
const LONGEST_RETRY = 60_000
/** How long closing waits for runs under way, ms. */
const PATIENCE = 900

/** Starts the scheduler of this process; its jobs run here only while this process leads. */
export function startSchedules({ storage, log }: { storage: Storage; log: Log }, jobs: readonly Job[] = []): Schedules {
  const leadership = storage.lead('schedules', log)
  const entries: Entry[] = []
  const add = (job: Job): void => void entries.push({ job, due: 0, failures: 0, running: null })
  jobs.forEach(add)

  const start = (entry: Entry): void => {
    const abort = new AbortController()
    const done = runOnce(entry, abort.signal, log).finally(() => {
      entry.running = null
    })
    entry.running = { abort, done }
  }
  const tick = (): void => {
    const leads = leadership.isLeader()
    const now = performance.now()
    for (const entry of entries) {
      if (entry.running) {
        if (!leads) entry.running.abort.abort()
      } else if (leads && entry.due <= now) start(entry)
    }
  }
  const timer = setInterval(tick, TICK)
  timer.unref()

  return {
    add,
    async close() {
      clearInterval(timer)
      const under = entries.flatMap(({ running }) => (running ? [running] : []))
      for (const { abort } of under) abort.abort()
      const ended = await Promise.race([Promise.all(under.map(({ done }) => done)), sleep(PATIENCE, null)])
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

async function runOnce(entry: Entry, signal: AbortSignal, log: Log): Promise<void> {
  const { job } = entry
  try {
    await job.run(signal)
    entry.failures = 0
    entry.due = performance.now() + job.everyMs
  } catch (error) {
    const wait = Math.min(RETRY * 2 ** entry.failures++, Math.max(job.everyMs, LONGEST_RETRY))
    entry.due = performance.now() + wait
    if (!signal.aborted) log.error({ err: error, job: job.name, againInMs: wait }, 'a job failed')
  }
}
