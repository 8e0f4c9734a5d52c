import type { Platform } from '../platform.ts'
import { createPusher } from './pusher.ts'
import { reportsJob } from './reports/index.ts'
import { loadResults } from './results.ts'

/** How often due interfaces are looked for, ms: no interval is shorter than a second. */
const POLL_INTERVAL_MS = 1000
/** How often a process reads the results that another process may have written, ms. */
const READ = 5000

/** Starts the pushes of northbound interfaces, which the leader performs; `close` aborts those in flight. */
export async function startNorth(platform: Platform): Promise<{ close(): Promise<void> }> {
  const { log, storage, schedules } = platform
  const pusher = createPusher(platform)
  await loadResults(platform)
  schedules.add({
    name: 'northbound',
    everyMs: POLL_INTERVAL_MS,
    run: (signal, lead) => pusher.look(Date.now(), signal, lead),
  })
  schedules.add(reportsJob(platform))
  const reload = (): void =>
    void loadResults(platform).catch((error: unknown) =>
      log.error({ err: error }, 'northbound results could not be read'),
    )
  const timer = storage.engine === 'postgres' ? setInterval(reload, READ) : null
  return {
    async close() {
      if (timer) clearInterval(timer)
      await pusher.close()
    },
  }
}
