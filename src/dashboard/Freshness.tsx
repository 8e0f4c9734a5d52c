import { IconButton } from '@mui/material'
import { RefreshCw } from 'lucide-react'
import { useTranslate } from 'react-admin'
import type { LiveState } from '../live/useFeed.ts'
import { useClock } from '../live/useClock.ts'
import type { Poller, PollState } from '../live/poller.ts'
import { usePollState } from '../live/usePoll.ts'
import { StatusMark, type Status } from '../kit/index.ts'
import css from './dashboard.module.css'

interface FreshnessProps {
  poll: Poller
  feed: LiveState
  onRefresh: () => void
}

/** Shows how fresh the page is, or why it is not, and a button to refresh now. */
export function Freshness({ poll: poller, feed, onRefresh }: FreshnessProps) {
  const poll = usePollState(poller)
  const translate = useTranslate()
  const now = useClock(1000)
  const age = poll.updatedAt === null ? null : Math.max(0, Math.round((now - poll.updatedAt) / 1000))
  const updated =
    age === null ? translate('monitor.refresh.never') : translate('monitor.refresh.updated', { seconds: age })
  const { status, words } = stateOf(poll, feed, age)
  const button = translate('monitor.refresh.button')
  return (
    <>
      <span className={css.fresh} data-status={status}>
        <StatusMark status={status} halo={status === 'online'} />
        <span className={css.freshWords}>
          <span>{translate(words)}</span> <span>{updated}</span>
        </span>
      </span>
      <IconButton aria-label={button} title={button} aria-busy={poll.busy} onClick={onRefresh}>
        <RefreshCw size={16} strokeWidth={1.75} aria-hidden />
      </IconButton>
    </>
  )
}

/** Older than three polls. */
const STALE_AFTER = 30

function stateOf(poll: PollState, feed: LiveState, age: number | null): { status: Status; words: string } {
  if (poll.error !== null) return { status: 'offline', words: 'dashboard.fresh.failed' }
  if (feed.phase === 'reconnecting') return { status: 'stale', words: 'dashboard.fresh.reconnecting' }
  if (poll.held) return { status: 'disabled', words: 'dashboard.fresh.held' }
  if (age !== null && age > STALE_AFTER) return { status: 'stale', words: 'dashboard.fresh.stale' }
  return {
    status: age === null ? 'unknown' : 'online',
    words: feed.phase === 'open' ? 'dashboard.fresh.live' : 'dashboard.fresh.polled',
  }
}
