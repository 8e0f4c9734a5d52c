/**
 * Runs work of one key one at a time, in the order of the calls. A failure is passed to its caller, and does not stop
 * the work behind it.
 */
export function createTurns<K>(): <T>(key: K, work: () => Promise<T>) => Promise<T> {
  const last = new Map<K, Promise<void>>()
  return (key, work) => {
    const mine = (last.get(key) ?? Promise.resolve()).then(work)
    const over: Promise<void> = mine.then(nothing, nothing).then(() => {
      if (last.get(key) === over) last.delete(key)
    })
    last.set(key, over)
    return mine
  }
}

const nothing = (): void => {}
