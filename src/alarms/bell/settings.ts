import { useSyncExternalStore } from 'react'
import { readStored, writeStored } from '../../kit/stored.ts'

const CLOSED = 'alarm-popup-closed'
const SOUND = 'alarm-sound'

/** Whether the popup was closed in this browser session: then it opens by itself no more (spec 1 §4). */
export const wasClosed = (): boolean => readStored(CLOSED, 'tab') === '1'
export const rememberClosed = (): void => writeStored(CLOSED, '1', 'tab')

/** Whether new alarms are to be heard; off until the user switches it on. */
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
