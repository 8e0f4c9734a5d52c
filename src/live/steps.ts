/** A computation that may pause at each `yield`. */
export type Steps<T> = Generator<undefined, T, undefined>

/** Runs a computation to its end. */
export function runSteps<T>(steps: Steps<T>): T {
  let step = steps.next()
  while (!step.done) step = steps.next()
  return step.value
}

/** A computation that goes on between other tasks of the page. */
export interface SlicedRun {
  /** Abandons it. */
  stop(): void
  /** Runs the rest at once. */
  finish(): void
}

/** How long the page may be kept at a time, ms: half a frame. */
const SLICE_MS = 8

/** Runs a computation in slices, so that the page answers its user in between, and passes its result on. */
export function runInSlices<T>(steps: Steps<T>, onEnd: (result: T) => void): SlicedRun {
  let timer: ReturnType<typeof setTimeout> | undefined
  const run = (until: number): void => {
    let step = steps.next()
    while (!step.done && performance.now() < until) step = steps.next()
    if (step.done) onEnd(step.value)
    else plan()
  }
  const plan = (): void => {
    timer = setTimeout(() => run(performance.now() + SLICE_MS))
  }
  plan()
  const stop = (): void => clearTimeout(timer)
  return {
    stop,
    finish() {
      stop()
      run(Infinity)
    },
  }
}
