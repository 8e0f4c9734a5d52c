import { ThemeProvider } from '@mui/material/styles'
import { LucideProvider } from 'lucide-react'
import { useMemo, type ReactNode } from 'react'
import { createConsoleTheme } from './theme.ts'
import { useMode } from './useMode.ts'

/**
 * Provides the MUI theme of the current mode, and the default stroke of icons (design, tokens 3), to everything that
 * uses MUI.
 */
export function ConsoleTheme({ children }: { children: ReactNode }) {
  const mode = useMode()
  const theme = useMemo(() => createConsoleTheme(mode), [mode])
  return (
    <LucideProvider strokeWidth={1.75}>
      <ThemeProvider theme={theme}>{children}</ThemeProvider>
    </LucideProvider>
  )
}
