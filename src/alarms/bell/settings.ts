import { useSyncExternalStore } from 'react'
import { readStored, writeStored } from '../../kit/stored.ts'

const CLOSED = 'alarm-popup-closed'
const SOUND = 'alarm-sound'

/** Whether the user closed the popup in this browser session; if so, it does not open by itself again (spec 1 §4). */
export const wasClosed = (): boolean => readStored(CLOSED, 'tab') === '1'
export const rememberClosed = (): void => writeStored(CLOSED, '1', 'tab')

/** Whether new alarms play a sound; off until the user switches it on. */
export const useSound = (): boolean => useSyncExternalStore(subscribe, soundOn)
export const soundOn = (): boolean => readStored(SOUND) === '1'

export function setSound(on: boolean): void {
  writeStored(SOUND, on ? '1' : '0')
  for (const listener of listeners) listener()
}

const listeners = new Set<() => void>()

function subscribe(listener: () => void): () => void {
  listeners.add(listener)
  return () => void listeners.delete(listener)
}
