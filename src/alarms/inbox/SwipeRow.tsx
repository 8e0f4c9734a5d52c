import { IconButton } from '@mui/material'
import { AlarmClock, Ellipsis, Hand, TrendingUp } from 'lucide-react'
import { useListContext, useTranslate } from 'react-admin'
import { useEffect, useRef, useState, type PointerEvent } from 'react'
import { platformNow } from '../../../dataProvider/clock.ts'
import type { Episode } from '../../../dataProvider/episodes/rows.ts'
import { HOUR } from '../../../resources/kit/zone.ts'
import { Menu, MenuItem } from '../../kit/index.ts'
import type { MenuProps } from '../../kit/layers/Menu.tsx'
import { EpisodeRow } from './EpisodeRow.tsx'
import { useInbox } from './InboxContext.ts'
import { canWorsen } from './marks.tsx'
import css from './inbox.module.css'

/** How far a row opens to the right, px; letting go past half of it performs the act. */
const TAKE = 116
/** How far a row opens to the left, px: the width of its choices. */
const SNOOZE = 88
/** A finger that moves less than this taps, px. */
const TAP = 8
/** A finger that rests for this long ticks the row, ms. */
const REST_MS = 500

/**
 * A row under a finger: a swipe to the right takes it, a swipe to the left snoozes it, and a long press ticks it, after
 * which a tap ticks further rows. The row's menu offers the same acts without gestures.
 */
export function SwipeRow({ episode, line }: { episode: Episode; line: readonly number[] }) {
  const translate = useTranslate()
  const { begin, finish, picking } = useInbox()
  const { onToggleItem } = useListContext()
  const start = useRef<{ x: number; y: number; from: number } | null>(null)
  const [x, setX] = useState(0)
  const [moving, setMoving] = useState(false)
  const [anchor, setAnchor] = useState<HTMLElement | null>(null)
  const rest = useRef<ReturnType<typeof setTimeout> | undefined>(undefined)
  /** The row was just ticked by the finger that still rests on it. */
  const held = useRef(false)
  useEffect(() => () => clearTimeout(rest.current), [])
  const takes = episode.work === 'new'
  const worsens = canWorsen(episode)
  const later = episode.work === 'closed' ? 0 : worsens ? 2 * SNOOZE : SNOOZE

  const down = ({ clientX, clientY, pointerType }: PointerEvent) => {
    held.current = false
    // While rows are ticked, a tap ticks and nothing slides.
    if (pointerType === 'mouse' || picking) return
    start.current = { x: clientX, y: clientY, from: x }
    if (x !== 0) return
    clearTimeout(rest.current)
    rest.current = setTimeout(() => {
      start.current = null
      held.current = true
      onToggleItem(episode.id)
    }, REST_MS)
  }
  const slide = (event: PointerEvent<HTMLDivElement>) => {
    const began = start.current
    if (!began) return
    const by = event.clientX - began.x
    const down = Math.abs(event.clientY - began.y)
    if (!moving && Math.max(Math.abs(by), down) < TAP) return
    clearTimeout(rest.current)
    if (!moving && down > Math.abs(by)) {
      start.current = null
      return
    }
    setMoving(true)
    event.currentTarget.setPointerCapture(event.pointerId)
    setX(Math.max(-later, Math.min(takes ? TAKE : 0, began.from + by)))
  }
  const settle = (at: number) => {
    clearTimeout(rest.current)
    setX(at)
    start.current = null
    setMoving(false)
  }
  const up = () => {
    if (moving && x > TAKE / 2) begin('acknowledge', [episode])
    settle(moving && x < -later / 2 ? -later : 0)
  }
  // The system cancelled the touch (a gesture of its own, a call): the finger was not lifted.
  const cancel = () => settle(0)
  const snooze = (sent: { until: number } | { worse: 1 }) => {
    setX(0)
    finish('snooze', [episode], sent)
  }
  const anHour = () => snooze({ until: platformNow() + HOUR })
  const untilWorse = later > 0 && worsens ? () => snooze({ worse: 1 }) : undefined
  const menuName = `${translate('inbox.more')} ${episode.threshold_name || episode.message} ${episode.device_name}`
  return (
    <div className={css.swipe} role="presentation">
      {x > 0 && (
        <div className={css.take} style={{ width: TAKE }} data-commits={x > TAKE / 2 || undefined} aria-hidden>
          <Hand size={18} />
          {translate('inbox.acts.acknowledge')}
        </div>
      )}
      {x < 0 && (
        <div className={css.later} style={{ width: later }}>
          <button type="button" onClick={anHour}>
            <AlarmClock size={18} aria-hidden />
            {translate('inbox.snooze.hour')}
          </button>
          {untilWorse && (
            <button type="button" onClick={untilWorse}>
              <TrendingUp size={18} aria-hidden />
              {translate('inbox.snooze.worse')}
            </button>
          )}
        </div>
      )}
      <div
        className={css.slides}
        role="presentation"
        data-moving={moving || undefined}
        style={{ transform: x === 0 ? undefined : `translateX(${x}px)` }}
        onPointerDown={down}
        onPointerMove={slide}
        onPointerUp={up}
        onPointerCancel={cancel}
        onClickCapture={(event) => {
          // The click that ends a swipe or a long press opens nothing.
          if (moving || x !== 0 || held.current) event.stopPropagation()
          held.current = false
        }}
        onContextMenu={(event) => {
          // The browser's own menu of a long press would cover the row.
          if (start.current || held.current) event.preventDefault()
        }}
      >
        <EpisodeRow
          episode={episode}
          line={line}
          menu={
            !picking && (
              <IconButton
                className={css.rowMenu}
                aria-label={menuName}
                aria-haspopup="menu"
                aria-expanded={anchor !== null}
                onClick={(event) => setAnchor(event.currentTarget)}
              >
                <Ellipsis size={20} aria-hidden />
              </IconButton>
            )
          }
        />
      </div>
      {/* Outside of the sliding element: a finger in the menu moves no row. */}
      {anchor && (
        <RowMenu
          anchor={anchor}
          label={menuName}
          onTake={takes ? () => begin('acknowledge', [episode]) : undefined}
          onHour={later > 0 ? anHour : undefined}
          onWorse={untilWorse}
          onPick={() => onToggleItem(episode.id)}
          onClose={() => setAnchor(null)}
        />
      )}
    </div>
  )
}

interface RowMenuProps extends Pick<MenuProps, 'anchor' | 'label' | 'onClose'> {
  /** Left out where the episode has an assignee already. */
  onTake: (() => void) | undefined
  /** Left out where the episode is closed. */
  onHour: (() => void) | undefined
  /** Left out where the episode cannot get worse. */
  onWorse: (() => void) | undefined
  onPick: () => void
}

/** Menu with the acts of the row's gestures. */
function RowMenu({ onTake, onHour, onWorse, onPick, ...menu }: RowMenuProps) {
  const translate = useTranslate()
  const snooze = translate('inbox.acts.snooze')
  const chosen = (act: () => void) => () => (menu.onClose(), act())
  return (
    <Menu {...menu} side="below">
      {onTake && <MenuItem onClick={chosen(onTake)}>{translate('inbox.acts.acknowledge')}</MenuItem>}
      {onHour && <MenuItem onClick={chosen(onHour)}>{`${snooze} · ${translate('inbox.snooze.hour')}`}</MenuItem>}
      {onWorse && <MenuItem onClick={chosen(onWorse)}>{`${snooze} · ${translate('inbox.snooze.worse')}`}</MenuItem>}
      <MenuItem onClick={chosen(onPick)}>{translate('inbox.pick')}</MenuItem>
    </Menu>
  )
}
