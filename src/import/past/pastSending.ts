import { importHistory, type PastSample } from '../../../dataProvider/calls/historyImport.ts'
import type { PastFile, PastRow } from './pastFile.ts'

/** Number of rows in one request: small enough for a progress bar that moves. */
const BATCH_SIZE = 1000

/** Progress of sending. `error`: sending stopped by itself, and can be resumed. */
export interface PastProgress {
  phase: 'ready' | 'sending' | 'stopped' | 'finished'
  error: unknown
}

export interface PastSending {
  progress(): PastProgress
  /** Begins, or resumes after a stop. */
  start(): Promise<void>
  /** Stops before the next request. */
  stop(): void
}

/**
 * Sends the rows of a file in batches, in their order. A batch without an answer waits for the next start: if it has
 * arrived, the platform then reports its values as existing ones.
 */
export function createPastSending(past: PastFile): PastSending {
  let progress: PastProgress = { phase: 'ready', error: null }
  let requested = false
  const move = (next: PastProgress): void => {
    progress = next
    past.changed()
  }

  async function run(): Promise<PastProgress> {
    for (let from = 0; ; ) {
      const rows: PastRow[] = []
      const samples: PastSample[] = []
      for (; from < past.rows.length && rows.length < BATCH_SIZE; from++) {
        const row = past.rows[from]
        if (row?.state !== 'waiting') continue
        const sample = past.read(row)
        if (typeof sample === 'string') Object.assign(row, { state: 'refused', reason: sample })
        else {
          rows.push(row)
          samples.push(sample)
        }
      }
      if (rows.length === 0) return { phase: 'finished', error: null }
      try {
        await send(rows, samples)
      } catch (error) {
        for (const row of rows) row.state = 'waiting'
        return { phase: 'stopped', error }
      }
      past.changed()
      if (!requested) return { phase: past.counts().waiting > 0 ? 'stopped' : 'finished', error: null }
    }
  }

  async function send(rows: readonly PastRow[], samples: readonly PastSample[]): Promise<void> {
    for (const row of rows) row.state = 'sending'
    past.changed()
    const outcomes = await importHistory(samples)
    for (const [at, row] of rows.entries()) {
      const outcome = outcomes[at]
      if (outcome) Object.assign(row, { state: outcome.state, reason: outcome.msg })
      else Object.assign(row, { state: 'refused', reason: 'importing.past.problem.silent' })
    }
  }

  return {
    progress: () => progress,
    async start() {
      requested = true
      if (progress.phase === 'sending') return
      move({ phase: 'sending', error: null })
      move(await run())
    },
    stop: () => void (requested = false),
  }
}
