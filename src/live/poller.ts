import { platformNow } from '../../dataProvider/clock.ts'
/** Observable state of a poll. Times are ms since the epoch. */
export interface PollState {
  /** Whether a request is in flight. */
  busy: boolean
  /** When the last answer came; null before the first. */
  updatedAt: number | null
  /** Error of the last attempt; null if it succeeded. What was loaded before is kept. */
  error: unknown
  /** When the next attempt is due. */
  dueAt: number
  /** Paused: a dialog is open or the tab is hidden. */
  held: boolean
}

export interface PollOptions {
  /** Delay from one answer to the next attempt, ms. */
  every: number
  /** Delay until the first attempt, ms. */
  after: number
}

/**
 * The task that is repeated. It may return a function that applies the answer: the page is then rendered once for that
 * and for the end of the poll.
 */
export type PollTask = (signal: AbortSignal) => Promise<(() => void) | void>

/** How long a due attempt waits for a busy page, and how often it checks, ms. */
const BUSY_TIMEOUT_MS = 10_000
const RETRY_MS = 100

/**
 * Repeats a task, never two runs at once. While paused no run starts; a run that fell due meanwhile starts on release.
 * A failed attempt is retried at the regular interval. A run that falls due while the page is `busy` waits for it, for
 * at most BUSY_TIMEOUT_MS.
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

  /**
   * Runs now, also while paused, and resolves when the run ends; does nothing while a run is in flight. Never rejects:
   * `state.error` holds the failure.
   */
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
