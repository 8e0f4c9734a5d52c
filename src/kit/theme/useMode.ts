import { useSyncExternalStore } from 'react'
import { currentMode, modeChoice, onModeChange, type ThemeMode, type ModeChoice } from './mode.ts'

/** The colour mode in use: 'light' or 'dark'. Charts and canvases take their colours anew when it changes. */
export const useMode = (): ThemeMode => useSyncExternalStore(onModeChange, currentMode)

/** What the user chose, 'system' included. */
export const useModeChoice = (): ModeChoice => useSyncExternalStore(onModeChange, modeChoice)
