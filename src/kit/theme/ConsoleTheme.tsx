import { ThemeProvider } from '@mui/material/styles'
import { LucideProvider } from 'lucide-react'
import { useMemo, type ReactNode } from 'react'
import { createConsoleTheme } from './theme.ts'
import { useMode } from './useMode.ts'

/** The MUI theme of the mode in use, and the stroke of icons that name none (design, tokens 3), around everything that draws with MUI. */
export function ConsoleTheme({ children }: { children: ReactNode }) {
  const mode = useMode()
  const theme = useMemo(() => createConsoleTheme(mode), [mode])
  return (
    <LucideProvider strokeWidth={1.75}>
      <ThemeProvider theme={theme}>{children}</ThemeProvider>
    </LucideProvider>
  )
}
