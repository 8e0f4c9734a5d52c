import { IconButton, Tooltip } from '@mui/material'
import { clsx } from 'clsx'
import { ChevronRight, Settings2, X } from 'lucide-react'
import { useTranslate } from 'react-admin'
import { useEffect, useEffectEvent, useRef, useState } from 'react'
import { useClock } from '../../live/useClock.ts'
import { Badge, InlineError, Skeleton } from '../../kit/index.ts'
import { AlarmEntry } from './AlarmEntry.tsx'
import type { Alarm } from './alarms.ts'
import { BellSettings } from './BellSettings.tsx'
import { useListWords } from './useListWords.ts'
import css from './bell.module.css'

/** Entries of the popup (spec 1 §9). */
const ENTRIES = 3
/** How long the popup stays empty while the alarms load, ms. */
const LOADING_TIMEOUT_MS = 4000

interface BellPanelProps {
  alarms: readonly Alarm[] | undefined
  /** Total number of alarms; more than `alarms` has where the platform counts them. */
  count: number
  /** Reading the alarms failed; the reading hook tries again. */
  failed: boolean
  areaNames: ReadonlyMap<number, string>
  /** The past moment at which the alarms lasted, ms since the epoch; null: now. */
  moment: number | null
  /** The user opened the panel; when it opens by itself, the focus stays where it is. */
  takeFocus: boolean
  /** `inside`: the focus was in the panel. */
  onClose: (inside: boolean) => void
  onMore: () => void
}

/** Strip docked below the page, which it never covers: the first alarms of the list, and a button to all of them. */
export default function BellPanel(props: BellPanelProps) {
  const { alarms, count, failed, areaNames, moment, takeFocus, onClose, onMore } = props
  const translate = useTranslate()
  const { title, none } = useListWords(moment)
  const now = useClock(30_000)
  const [settings, setSettings] = useState(false)
  const panel = useRef<HTMLDivElement>(null)
  const close = () => onClose(panel.current?.contains(document.activeElement) ?? false)
  const closeFromInside = useEffectEvent(() => onClose(true))
  useEffect(() => {
    const strip = panel.current
    if (takeFocus) strip?.focus()
    const escape = (event: KeyboardEvent) => {
      if (event.key === 'Escape' && !event.defaultPrevented) closeFromInside()
    }
    strip?.addEventListener('keydown', escape)
    return () => strip?.removeEventListener('keydown', escape)
  }, [takeFocus])
  const more = count - Math.min(ENTRIES, alarms?.length ?? 0)
  return (
    <div ref={panel} className={css.panel} role="dialog" aria-label={title} tabIndex={-1}>
      {settings && <BellSettings />}
      <header className={css.head}>
        <h2>{title}</h2>
        {alarms && count > 0 && <Badge tone="alarm">{count}</Badge>}
      </header>
      {alarms === undefined ? (
        <div className={clsx(css.list, css.wait)}>
          <Waiting failed={failed} />
        </div>
      ) : alarms.length === 0 ? (
        <p className={clsx(css.list, css.none)}>{none}</p>
      ) : (
        <ul className={css.list}>
          {alarms.slice(0, ENTRIES).map((alarm) => (
            <AlarmEntry
              key={alarm.key}
              alarm={alarm}
              area={alarm.areaId === null ? null : (areaNames.get(alarm.areaId) ?? null)}
              now={moment ?? now}
              isPast={moment !== null}
              onGone={close}
            />
          ))}
        </ul>
      )}
      <div className={css.foot}>
        {alarms && count > 0 && (
          <button type="button" className={css.more} onClick={onMore}>
            {more > 0 ? translate('bell.more', { smart_count: more }) : translate('bell.all')}
            <ChevronRight size={14} strokeWidth={1.9} aria-hidden />
          </button>
        )}
        <Tooltip title={translate('bell.settings')}>
          <IconButton
            aria-label={translate('bell.settings')}
            aria-expanded={settings}
            onClick={() => setSettings(!settings)}
          >
            <Settings2 size={16} strokeWidth={1.75} aria-hidden />
          </IconButton>
        </Tooltip>
        <Tooltip describeChild title={translate(moment === null ? 'bell.hint' : 'shell.close')}>
          <IconButton aria-label={translate('shell.close')} onClick={close}>
            <X size={16} strokeWidth={1.75} aria-hidden />
          </IconButton>
        </Tooltip>
      </div>
    </div>
  )
}

/** Shown before the alarms are loaded: reports slow loading and failures. */
function Waiting({ failed }: { failed: boolean }) {
  const [late, setLate] = useState(false)
  useEffect(() => {
    const timer = setTimeout(() => setLate(true), LOADING_TIMEOUT_MS)
    return () => clearTimeout(timer)
  }, [])
  if (late || failed) return <InlineError tone="warning" error="bell.late" />
  return Array.from({ length: ENTRIES }, (_, entry) => (
    <div key={entry} className={css.entry} aria-hidden="true">
      <Skeleton width={28} height={28} />
      <div className={css.entryText}>
        <Skeleton width="56%" />
        <Skeleton width="72%" height={12} />
        <Skeleton width="40%" height={12} />
      </div>
    </div>
  ))
}
