import { useSyncExternalStore } from 'react'

/** A value shared by parts of the page that have no common parent. */
export interface SharedValue<T> {
  get(): T
  /** Sets the value and notifies the listeners if it changed. */
  set(next: T): void
  /** Returns a function that unsubscribes. */
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

/** Returns the value; renders again whenever it changes. */
export const useSharedValue = <T>({ subscribe, get }: SharedValue<T>): T => useSyncExternalStore(subscribe, get)
