/** Work of one key at a time, in the order it came. Work that fails is told to whoever asked for it, and keeps no other from its turn. */
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
