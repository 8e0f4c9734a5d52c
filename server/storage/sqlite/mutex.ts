/** A fair (FIFO) mutex. */
export class Mutex {
  #held = false
  readonly #queue: (() => void)[] = []

  /** Number of callers that wait. */
  get waiting(): number {
    return this.#queue.length
  }

  /** Resolves when it is the caller's turn; rejects when that takes longer than `patience` ms. */
  lock(patience: number): Promise<void> {
    if (!this.#held) {
      this.#held = true
      return Promise.resolve()
    }
    return new Promise((resolve, reject) => {
      const timer = setTimeout(() => {
        this.#queue.splice(this.#queue.indexOf(turn), 1)
        reject(new Error(`a write waited ${patience / 1000} s for its turn: a transaction is held too long`))
      }, patience)
      const turn = (): void => {
        clearTimeout(timer)
        resolve()
      }
      this.#queue.push(turn)
    })
  }

  unlock(): void {
    const next = this.#queue.shift()
    if (next) next()
    else this.#held = false
  }
}
