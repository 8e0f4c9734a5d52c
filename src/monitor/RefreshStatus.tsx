import { IconButton, Tooltip } from '@mui/material'
import { clsx } from 'clsx'
import { RefreshCw } from 'lucide-react'
import { useTranslate } from 'react-admin'
import type { Poller, PollState } from '../live/poller.ts'
import { useClock } from '../live/useClock.ts'
import type { LiveState } from '../live/useFeed.ts'
import { REAL_TIME, usePollState } from '../live/usePoll.ts'
import css from './monitor.module.css'

interface RefreshStatusProps {
  poll: Poller
  feed: LiveState
  /** Refreshes at once. */
  onRefresh: () => void
  /** On a phone: the text goes below the title, without the ring. */
  phone?: boolean
}

/**
 * Shows how old the data is and when it is refreshed next, or why it is not: a ring that runs down, with text, and a
 * button to refresh now.
 */
export function RefreshStatus({ poll: poller, feed, onRefresh, phone = false }: RefreshStatusProps) {
  const poll = usePollState(poller)
  const translate = useTranslate()
  const now = useClock(1000)
  const all = REAL_TIME.every / 1000
  const seconds = Math.max(0, Math.min(all, Math.ceil((poll.dueAt - now) / 1000)))
  const { words, tone } = state(poll, feed, seconds, translate)
  const part = poll.busy ? 0.3 : poll.held ? 0 : seconds / all
  const age = poll.updatedAt === null ? null : Math.max(0, Math.round((now - poll.updatedAt) / 1000))
  const updated =
    age === null ? translate('monitor.refresh.never') : translate('monitor.refresh.updated', { seconds: age })
  const button = translate('monitor.refresh.button')
  const pushed =
    feed.phase === 'open'
      ? translate('monitor.refresh.live')
      : feed.phase === 'refused'
        ? translate('monitor.refresh.refused')
        : null
  return (
    <>
      <Tooltip describeChild title={[updated, pushed].filter(Boolean).join('\n')}>
        <span className={css.refresh} data-part="refresh" data-tone={tone}>
          {!phone && (
            <svg
              className={clsx(css.ring, poll.busy && css.ringBusy)}
              width="16"
              height="16"
              viewBox="0 0 16 16"
              aria-hidden="true"
            >
              <circle cx="8" cy="8" r="6.5" />
              <circle
                className={css.ringPart}
                cx="8"
                cy="8"
                r="6.5"
                strokeDasharray={`${part * CIRCLE} ${CIRCLE}`}
                transform="rotate(-90 8 8)"
              />
            </svg>
          )}
          {age !== null && <span className={css.refreshAge}>{updated}</span>}
          <span className={css.refreshWords}>{words}</span>
        </span>
      </Tooltip>
      <Tooltip describeChild title={`${button} · ${updated}`}>
        <IconButton className={css.headButton} aria-label={button} onClick={onRefresh}>
          <RefreshCw size={phone ? 20 : 16} strokeWidth={1.75} aria-hidden />
        </IconButton>
      </Tooltip>
    </>
  )
}

const CIRCLE = 2 * Math.PI * 6.5

type Tone = 'plain' | 'held' | 'warning' | 'error'

function state(
  poll: PollState,
  feed: LiveState,
  seconds: number,
  translate: (key: string, options?: object) => string,
): { words: string; tone: Tone } {
  if (feed.phase === 'reconnecting')
    return { words: translate('monitor.refresh.reconnecting', { attempt: feed.attempt }), tone: 'warning' }
  if (poll.error !== null) return { words: translate('monitor.refresh.failed'), tone: 'error' }
  if (poll.held) return { words: translate('monitor.refresh.held'), tone: 'held' }
  if (poll.busy && poll.updatedAt === null) return { words: translate('monitor.refresh.busy'), tone: 'plain' }
  return { words: translate('monitor.refresh.in', { seconds }), tone: 'plain' }
}
