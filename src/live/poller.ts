import { platformNow } from '../../dataProvider/clock.ts'
/** What a poll shows of itself. Times are epoch ms. */
export interface PollState {
  /** Whether a request is under way. */
  busy: boolean
  /** When the last answer came; null before the first. */
  updatedAt: number | null
  /** Why the last try failed; null when it did not. What was loaded before stays. */
  error: unknown
  /** When the next try is due. */
  dueAt: number
  /** Held back: a dialog is open or the tab is hidden. */
  held: boolean
}

export interface PollOptions {
  /** Milliseconds from one answer to the next try. */
  every: number
  /** Milliseconds until the first. */
  after: number
}

/** What is run again and again. What its answer changes it may leave to a function it gives: the page is then drawn once for that and for the poll's end. */
export type PollTask = (signal: AbortSignal) => Promise<(() => void) | void>

/** How long a try that is due waits for a page that is busy, and how often it looks, ms. */
const BUSY_TIMEOUT_MS = 10_000
const RETRY_MS = 100

/**
 * Runs a task again and again, never twice at once. While held nothing starts, and what fell due meanwhile starts at once on release. A failed try
 * is followed by the next one in its time. One that falls due while the page is `busy` waits for it, but no longer than until the next would be due.
 */
export class Poller {
  state: PollState
  private timer: ReturnType<typeof setTimeout> | undefined
  private abort: AbortController | null = null
  private listeners = new Set<() => void>()
  private running = false

  constructor(
    private readonly task: PollTask,
    private readonly options: PollOptions,
    private readonly busy: () => boolean = () => false,
  ) {
    this.state = { busy: false, updatedAt: null, error: null, dueAt: platformNow() + options.after, held: false }
  }

  start(): void {
    this.running = true
    this.set({ dueAt: platformNow() + this.options.after })
    this.plan()
  }

  stop(): void {
    this.running = false
    clearTimeout(this.timer)
    this.abort?.abort()
    this.abort = null
    this.set({ busy: false })
  }

  hold(held: boolean): void {
    if (held === this.state.held) return
    this.set({ held })
    this.plan()
  }

  /** Tries now, also while held, and resolves when that is done; does nothing while a try is under way. Never rejects: the state says what failed. */
  refresh = (): Promise<void> => (this.running && !this.state.busy ? this.run() : Promise.resolve())

  subscribe = (listener: () => void): (() => void) => {
    this.listeners.add(listener)
    return () => void this.listeners.delete(listener)
  }

  snapshot = (): PollState => this.state

  private plan(): void {
    clearTimeout(this.timer)
    if (!this.running || this.state.held || this.state.busy) return
    this.timer = setTimeout(this.due, Math.max(0, this.state.dueAt - platformNow()))
  }

  private readonly due = (): void => {
    if (this.busy() && platformNow() - this.state.dueAt < BUSY_TIMEOUT_MS) this.timer = setTimeout(this.due, RETRY_MS)
    else void this.run()
  }

  private async run(): Promise<void> {
    clearTimeout(this.timer)
    const abort = new AbortController()
    this.abort = abort
    this.set({ busy: true })
    let outcome: Partial<PollState>
    try {
      const take = await this.task(abort.signal)
      if (this.abort === abort) take?.()
      outcome = { updatedAt: platformNow(), error: null }
    } catch (error) {
      outcome = { error: error ?? new Error('unknown') }
    }
    if (this.abort !== abort) return
    this.abort = null
    this.set({ ...outcome, busy: false, dueAt: platformNow() + this.options.every })
    this.plan()
  }

  private set(change: Partial<PollState>): void {
    this.state = { ...this.state, ...change }
    for (const listener of this.listeners) listener()
  }
}
