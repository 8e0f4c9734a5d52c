import { ThemeProvider } from '@mui/material/styles'
import { useMemo, type ReactNode } from 'react'
import { createConsoleTheme } from './theme.ts'
import { useMode } from './useMode.ts'

/** The MUI theme of the mode in use, around everything that draws with MUI. */
export function ConsoleTheme({ children }: { children: ReactNode }) {
  const mode = useMode()
  const theme = useMemo(() => createConsoleTheme(mode), [mode])
  return <ThemeProvider theme={theme}>{children}</ThemeProvider>
}
