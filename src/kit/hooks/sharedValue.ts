import { useSyncExternalStore } from 'react'

/** A value that parts of the page share which have no parent in common. */
export interface SharedValue<T> {
  get(): T
  /** Tells the listeners, unless it is what it was. */
  set(next: T): void
  /** Answers how to stop listening. */
  subscribe(listener: () => void): () => void
}

export function sharedValue<T>(first: T): SharedValue<T> {
  let value = first
  const listeners = new Set<() => void>()
  return {
    get: () => value,
    set(next) {
      if (Object.is(next, value)) return
      value = next
      for (const listener of listeners) listener()
    },
    subscribe(listener) {
      listeners.add(listener)
      return () => void listeners.delete(listener)
    },
  }
}

/** The value, drawn anew whenever it changes. */
export const useSharedValue = <T>({ subscribe, get }: SharedValue<T>): T => useSyncExternalStore(subscribe, get)
