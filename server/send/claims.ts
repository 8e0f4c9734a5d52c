import type { Platform } from '../platform.ts'
import { writeOutcome, renewClaims, type Outcome, type Waiting } from './queue.ts'

/** The messages that this process has claimed, each until its outcome is written. */
export interface Claims {
  /** Returns their ids: this process must not claim them again, whatever the database says of them. */
  ids(): number[]
  hold(rows: readonly Waiting[]): void
  /**
   * Writes the outcome of a message. Where the database fails the outcome is kept, and written once the database
   * answers. Never throws.
   */
  end(row: Waiting, outcome: Outcome): Promise<void>
  /** Tries once more to write the kept outcomes. */
  close(): Promise<void>
}

/**
 * @param retryMs how often kept outcomes are tried again
 * @param renewalMs how often the claims of messages in transmission are renewed: a slow mail server takes minutes
 * @param written called once kept outcomes are written
 */
export function keepClaims(
  { storage, log }: Pick<Platform, 'storage' | 'log'>,
  { retryMs, renewalMs, written }: { retryMs: number; renewalMs: number; written: () => void },
): Claims {
  const sending = new Set<Waiting>()
  const unwritten = new Map<Waiting, Outcome>()
  let renewing: Promise<void> = Promise.resolve()
  let retry: NodeJS.Timeout | undefined
  let closed = false

  const renewAll = async (): Promise<void> => {
    await renewClaims({ storage }, [...sending]).catch((error: unknown) =>
      log.warn({ err: error }, 'the claims on messages that are being sent could not be renewed'),
    )
  }
  const timer = setInterval(() => {
    if (sending.size > 0) renewing = renewAll()
  }, renewalMs).unref()

  /** Returns whether the outcome is written. */
  const write = async (row: Waiting, outcome: Outcome): Promise<boolean> => {
    // A renewal changes `claimed_at`: a write during it would not recognise the claim as this process's own.
    await renewing
    try {
      await writeOutcome({ storage }, row, outcome)
    } catch (error) {
      log.error({ err: error, sendlog: row.id }, 'the outcome of a message could not be written')
      return false
    }
    unwritten.delete(row)
    return true
  }
  const writeAll = (): Promise<boolean[]> => Promise.all([...unwritten].map(([row, outcome]) => write(row, outcome)))
  const tryAgain = async (): Promise<void> => {
    const done = await writeAll()
    retry = undefined
    retryLater()
    if (done.includes(true)) written()
  }
  const retryLater = (): void => {
    if (unwritten.size > 0 && !closed) retry ??= setTimeout(() => void tryAgain(), retryMs).unref()
  }

  return {
    ids: () => [...sending, ...unwritten.keys()].map(({ id }) => id),
    hold(rows) {
      for (const row of rows) sending.add(row)
    },
    async end(row, outcome) {
      sending.delete(row)
      unwritten.set(row, outcome)
      if (!(await write(row, outcome))) retryLater()
    },
    async close() {
      closed = true
      clearInterval(timer)
      clearTimeout(retry)
      await writeAll()
    },
  }
}
