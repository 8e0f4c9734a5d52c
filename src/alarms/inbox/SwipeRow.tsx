import { IconButton } from '@mui/material'
import { AlarmClock, Ellipsis, Hand, TrendingUp } from 'lucide-react'
import { useTranslate } from 'react-admin'
import { useRef, useState, type PointerEvent } from 'react'
import { platformNow } from '../../../dataProvider/clock.ts'
import type { Episode } from '../../../dataProvider/episodes/rows.ts'
import { HOUR } from '../../../resources/kit/zone.ts'
import { Menu, MenuItem } from '../../kit/index.ts'
import type { MenuProps } from '../../kit/layers/Menu.tsx'
import { EpisodeRow } from './EpisodeRow.tsx'
import { useInbox } from './InboxContext.ts'
import { canWorsen } from './marks.tsx'
import css from './inbox.module.css'

/** How far a row opens to the right, px; past half of it letting go does the act. */
const TAKE = 116
/** To the left it opens as far as its choices are wide. */
const SNOOZE = 88
/** A finger that moves less has tapped. */
const TAP = 8

/** A row under a finger: to the right it is taken, to the left it is put off. Who does not swipe has the same in the row's menu. */
export function SwipeRow({ episode, line }: { episode: Episode; line: readonly number[] }) {
  const translate = useTranslate()
  const { begin, finish } = useInbox()
  const start = useRef<{ x: number; y: number; from: number } | null>(null)
  const [x, setX] = useState(0)
  const [moving, setMoving] = useState(false)
  const [anchor, setAnchor] = useState<HTMLElement | null>(null)
  const takes = episode.work === 'new'
  const worsens = canWorsen(episode)
  const later = episode.work === 'closed' ? 0 : worsens ? 2 * SNOOZE : SNOOZE

  const down = ({ clientX, clientY, pointerType }: PointerEvent) => {
    if (pointerType !== 'mouse') start.current = { x: clientX, y: clientY, from: x }
  }
  const slide = (event: PointerEvent<HTMLDivElement>) => {
    const began = start.current
    if (!began) return
    const by = event.clientX - began.x
    if (!moving && Math.abs(by) < TAP) return
    if (!moving && Math.abs(event.clientY - began.y) > Math.abs(by)) {
      start.current = null
      return
    }
    setMoving(true)
    event.currentTarget.setPointerCapture(event.pointerId)
    setX(Math.max(-later, Math.min(takes ? TAKE : 0, began.from + by)))
  }
  const up = () => {
    if (moving && x > TAKE / 2) begin('acknowledge', [episode])
    setX(moving && x < -later / 2 ? -later : 0)
    start.current = null
    setMoving(false)
  }
  const snooze = (sent: { until: number } | { worse: 1 }) => {
    setX(0)
    finish('snooze', [episode], sent)
  }
  const anHour = () => snooze({ until: platformNow() + HOUR })
  const untilWorse = worsens ? () => snooze({ worse: 1 }) : undefined
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
        onPointerCancel={up}
        onClickCapture={(event) => {
          // The click at the end of a swipe opens nothing.
          if (moving || x !== 0) event.stopPropagation()
        }}
      >
        <EpisodeRow
          episode={episode}
          line={line}
          menu={
            later > 0 && (
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
      {/* Beside what slides: a finger in the menu moves no row. */}
      {anchor && (
        <RowMenu
          anchor={anchor}
          label={menuName}
          onTake={takes ? () => begin('acknowledge', [episode]) : undefined}
          onHour={anHour}
          onWorse={untilWorse}
          onClose={() => setAnchor(null)}
        />
      )}
    </div>
  )
}

interface RowMenuProps extends Pick<MenuProps, 'anchor' | 'label' | 'onClose'> {
  /** Left out where somebody has it already. */
  onTake: (() => void) | undefined
  onHour: () => void
  /** Left out where it cannot get worse. */
  onWorse: (() => void) | undefined
}

/** What a swipe does, to choose from. */
function RowMenu({ onTake, onHour, onWorse, ...menu }: RowMenuProps) {
  const translate = useTranslate()
  const snooze = translate('inbox.acts.snooze')
  const chosen = (act: () => void) => () => (menu.onClose(), act())
  return (
    <Menu {...menu} side="below">
      {onTake && <MenuItem onClick={chosen(onTake)}>{translate('inbox.acts.acknowledge')}</MenuItem>}
      <MenuItem onClick={chosen(onHour)}>{`${snooze} · ${translate('inbox.snooze.hour')}`}</MenuItem>
      {onWorse && <MenuItem onClick={chosen(onWorse)}>{`${snooze} · ${translate('inbox.snooze.worse')}`}</MenuItem>}
    </Menu>
  )
}
