import { useEffect, useSyncExternalStore } from 'react'

/** How many reasons there are to hold the polls back: open dialogs. */
let reasons = 0
const listeners = new Set<() => void>()

/** Holds the polls of the page back while `open`: for dialogs, menus and sheets (spec 1 §4). */
export function usePausePolls(open: boolean): void {
  useEffect(() => {
    if (!open) return
    change(1)
    return () => change(-1)
  }, [open])
}

export const arePollsPaused = (): boolean => reasons > 0

export function onPollsPaused(listener: () => void): () => void {
  listeners.add(listener)
  return () => void listeners.delete(listener)
}

function change(by: number): void {
  reasons += by
  for (const listener of listeners) listener()
}

/** Whether the polls of the page are held back. */
export const usePollsPaused = (): boolean => useSyncExternalStore((listener) => onPollsPaused(listener), arePollsPaused)
