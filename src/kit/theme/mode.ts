import { readStored, writeStored } from '../stored.ts'

/** The user's choice, and the resulting mode. */
export type ModeChoice = 'system' | 'light' | 'dark'
export type ThemeMode = 'light' | 'dark'

export const MODE_CHOICES: readonly ModeChoice[] = ['system', 'light', 'dark']

/** Returns the stored choice; without one the system decides. */
export function modeChoice(): ModeChoice {
  const stored = readStored(KEY)
  return MODE_CHOICES.find((choice) => choice === stored) ?? 'system'
}

export function currentMode(): ThemeMode {
  const choice = modeChoice()
  if (choice !== 'system') return choice
  return darkQuery()?.matches ? 'dark' : 'light'
}

/** Stores a choice and applies it. */
export function chooseMode(choice: ModeChoice): void {
  writeStored(KEY, choice)
  changed()
}

/** Writes the mode to the document, where the style sheets read it, and the bar colour for a phone's browser. */
export function applyMode(): void {
  const mode = currentMode()
  document.documentElement.dataset['theme'] = mode
  for (const bar of document.querySelectorAll('meta[name=theme-color]')) bar.setAttribute('content', CANVAS[mode])
}

/**
 * Calls `notify` whenever the mode or the choice changes: in this tab, in another tab, or in the system. Returns a
 * function that unsubscribes.
 */
export function onModeChange(notify: () => void): () => void {
  listeners.add(notify)
  if (listeners.size === 1) watch(true)
  return () => {
    listeners.delete(notify)
    if (listeners.size === 0) watch(false)
  }
}

/** --canvas, for the time before a style sheet is loaded. */
const CANVAS = { light: '#f4f5f8', dark: '#0b0e13' } satisfies Record<ThemeMode, string>

const KEY = 'theme'
const listeners = new Set<() => void>()

const darkQuery = () => (typeof matchMedia === 'function' ? matchMedia('(prefers-color-scheme: dark)') : null)

function watch(on: boolean): void {
  const verb = on ? 'addEventListener' : 'removeEventListener'
  darkQuery()?.[verb]('change', changed)
  window[verb]('storage', storageChanged as EventListener)
}

function storageChanged({ key }: StorageEvent): void {
  if (key === KEY || key === null) changed()
}

function changed(): void {
  applyMode()
  for (const notify of listeners) notify()
}
