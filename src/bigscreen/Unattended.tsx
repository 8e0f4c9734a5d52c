import { Box, Button } from '@mui/material'
import { useTranslate } from 'react-admin'
import { Component, useEffect, type ReactNode } from 'react'
import { RESTART_INTERVAL_MS, restartWhenThere } from '../kit/states/restart.ts'
import { useAlwaysDark } from './stage/useAlwaysDark.ts'

/**
 * Error boundary of an unattended screen, where no user can press "retry": a screen that fails says so and reloads by
 * itself as soon as the platform answers.
 */
export class Unattended extends Component<{ children: ReactNode }, { failed: boolean }> {
  override state = { failed: false }

  static getDerivedStateFromError() {
    return { failed: true }
  }

  override render() {
    return this.state.failed ? <Failed /> : this.props.children
  }
}

function Failed() {
  useAlwaysDark()
  const translate = useTranslate()
  useEffect(() => {
    const timer = setInterval(() => void restartWhenThere(), RESTART_INTERVAL_MS)
    return () => clearInterval(timer)
  }, [])
  return (
    <Box component="main" sx={failed}>
      <h1>{translate('bigscreen.title')}</h1>
      <p role="alert">{translate('bigscreen.failed', { seconds: RESTART_INTERVAL_MS / 1000 })}</p>
      <Button size="small" data-part="button" onClick={() => void location.reload()}>
        {translate('shell.retry')}
      </Button>
    </Box>
  )
}

/**
 * The background of the screen. Inline, since the wall's style sheet is loaded only for a wall, but this code is part
 * of the console's first file.
 */
const failed = {
  display: 'grid',
  position: 'fixed',
  inset: 0,
  alignContent: 'center',
  justifyItems: 'center',
  gap: '16px',
  background: 'var(--big-ground, var(--canvas))',
  color: 'var(--text)',
  fontSize: '16px',
  textAlign: 'center',
  '& h1': { fontSize: '28px', lineHeight: '40px' },
} as const
