import { Button } from '@mui/material'
import { Braces, Eraser, Pause, Play, RadioTower } from 'lucide-react'
import { useTranslate } from 'react-admin'
import { useEffect, useRef, useState } from 'react'
import { platformNow } from '../../../dataProvider/clock.ts'
import { loadCapabilities } from '../../../authProvider/capabilities.ts'
import { lastMessages, type FeedState } from '../../../dataProvider/live.ts'
import { Dialog, Badge, EmptyState, type BadgeTone } from '../../kit/index.ts'
import { RefusedMessages } from '../../live/RefusedMessages.tsx'
import type { DeviceDialogProps } from './DeviceDialogs.tsx'
import { entryOf, MAX_MESSAGES, prependEntries, withPast, type FlowEntry } from './flow.ts'
import { FlowList } from './FlowList.tsx'
import { useDeviceFeed } from './useDeviceFeed.ts'
import css from './dialogs.module.css'

/** The data flow of a device (spec 1 §2.7): its last messages and new ones as they arrive, newest first. */
export default function FlowDialog({ device, onClose }: DeviceDialogProps) {
  const translate = useTranslate()
  const [entries, setEntries] = useState<readonly FlowEntry[]>([])
  const [paused, setPaused] = useState(false)
  const [waiting, setWaiting] = useState(0)
  const [raw, setRaw] = useState(false)
  /** Messages that arrived while the list was paused. */
  const heldEntries = useRef<readonly FlowEntry[]>([])
  const { state, reconnect } = useDeviceFeed(device.sn, (frame) => {
    const entry = entryOf(frame, platformNow())
    if (!paused) return setEntries((before) => prependEntries(before, [entry]))
    heldEntries.current = prependEntries(heldEntries.current, [entry])
    setWaiting(heldEntries.current.length)
  })
  useEffect(() => {
    const ended = new AbortController()
    const read = async () => {
      if (!(await loadCapabilities()).extensions.has('lastmessages') || ended.signal.aborted) return
      const frames = await lastMessages(device.id, ended.signal)
      setEntries((before) => withPast(before, frames, platformNow()))
    }
    // Past messages are optional: new ones arrive over the feed all the same.
    read().catch(() => {})
    return () => ended.abort()
  }, [device.id])
  const pause = () => {
    // Copied here: the ref is cleared before the state update runs.
    const missed = heldEntries.current.toReversed()
    if (paused) setEntries((before) => prependEntries(before, missed))
    if (paused) forget()
    setPaused(!paused)
  }
  const forget = () => {
    heldEntries.current = []
    setWaiting(0)
  }
  const clear = () => {
    setEntries([])
    forget()
  }
  const Resume = paused ? Play : Pause
  return (
    <Dialog title={`${translate('deviceDialogs.name.flow')} · ${device.name}`} width={760} onClose={onClose}>
      <div className={css.tools}>
        <span role="status">
          <Badge tone={tones[state.phase]}>{stateWords(state, translate)}</Badge>
        </span>
        {state.phase === 'refused' && (
          <Button size="small" onClick={reconnect}>
            {translate('shell.retry')}
          </Button>
        )}
        <span className={css.count}>
          {translate('deviceDialogs.flow.count', { count: entries.length, most: MAX_MESSAGES })}
        </span>
        <Button size="small" aria-pressed={paused} onClick={pause}>
          <Resume size={14} strokeWidth={1.9} aria-hidden />
          {paused ? translate('deviceDialogs.flow.resume', { count: waiting }) : translate('deviceDialogs.flow.pause')}
        </Button>
        <Button size="small" onClick={clear}>
          <Eraser size={14} strokeWidth={1.9} aria-hidden />
          {translate('deviceDialogs.flow.clear')}
        </Button>
        <Button size="small" aria-pressed={raw} onClick={() => setRaw(!raw)}>
          <Braces size={14} strokeWidth={1.9} aria-hidden />
          {translate('deviceDialogs.flow.raw')}
        </Button>
      </div>
      <RefusedMessages device={device.id} />
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- it scrolls, and has no control of its own: without this the keyboard cannot read on (WCAG 2.1.1) */}
      <div className={css.flowBox} role="region" aria-label={translate('deviceDialogs.name.flow')} tabIndex={0}>
        {entries.length === 0 ? (
          <EmptyState
            icon={<RadioTower />}
            title={translate('deviceDialogs.flow.none')}
            hint={translate('deviceDialogs.flow.noneHint', { sn: device.sn })}
          />
        ) : (
          <FlowList entries={entries} nodes={device.nodes} raw={raw} label={translate('deviceDialogs.name.flow')} />
        )}
      </div>
    </Dialog>
  )
}

const tones: Readonly<Record<FeedState['phase'], BadgeTone>> = {
  connecting: 'neutral',
  open: 'online',
  reconnecting: 'stale',
  refused: 'alarm',
  closed: 'offline',
}

function stateWords(state: FeedState, translate: (key: string, options?: object) => string): string {
  if (state.phase === 'reconnecting') return translate('deviceDialogs.flow.reconnecting', { attempt: state.attempt })
  const words = {
    connecting: 'deviceDialogs.flow.connecting',
    open: 'deviceDialogs.flow.open',
    refused: 'deviceDialogs.flow.refused',
    closed: 'deviceDialogs.flow.closed',
  } as const
  return translate(words[state.phase])
}
