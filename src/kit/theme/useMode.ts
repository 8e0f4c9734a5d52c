import { useSyncExternalStore } from 'react'
import { currentMode, modeChoice, onModeChange, type ThemeMode, type ModeChoice } from './mode.ts'

/** Returns the colour mode: 'light' or 'dark'. Charts and canvases read their colours again when it changes. */
export const useMode = (): ThemeMode => useSyncExternalStore(onModeChange, currentMode)

/** Returns the user's choice, 'system' included. */
export const useModeChoice = (): ModeChoice => useSyncExternalStore(onModeChange, modeChoice)
