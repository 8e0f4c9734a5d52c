import { useSyncExternalStore } from 'react'

const CLOSED = 'alarm-popup-closed'
const SOUND = 'alarm-sound'

/** Whether the popup was closed in this browser session: then it opens by itself no more (spec 1 §4). */
export const wasClosed = (): boolean => read(() => sessionStorage, CLOSED) === '1'
export const rememberClosed = (): void => write(() => sessionStorage, CLOSED, '1')

/** Whether new alarms are to be heard; off until somebody switches it on. */
export const useSound = (): boolean => useSyncExternalStore(subscribe, soundOn)
export const soundOn = (): boolean => read(() => localStorage, SOUND) === '1'

export function setSound(on: boolean): void {
  write(() => localStorage, SOUND, on ? '1' : '0')
  for (const listener of listeners) listener()
}

const listeners = new Set<() => void>()
/** What a browser without storage remembers for as long as the page lives. */
const memory = new Map<string, string>()

function subscribe(listener: () => void): () => void {
  listeners.add(listener)
  return () => void listeners.delete(listener)
}

function read(storage: () => Storage, key: string): string | null {
  try {
    return storage().getItem(key)
  } catch {
    return memory.get(key) ?? null
  }
}

function write(storage: () => Storage, key: string, value: string): void {
  try {
    storage().setItem(key, value)
  } catch {
    memory.set(key, value)
  }
}
