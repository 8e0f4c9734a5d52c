import { Button, Slider } from '@mui/material'
import { clsx } from 'clsx'
import { Link2, X } from 'lucide-react'
import { useNotify, useTranslate } from 'react-admin'
import { useContext, useMemo, useState } from 'react'
import { HOUR } from '../../../../resources/kit/zone.ts'
import { classKey } from '../../../environment/scale.ts'
import { scaleOfQuantity, type Quantity } from '../../../environment/quantity.ts'
import { standardName, useClassWords } from '../../../environment/useClassWords.ts'
import { Badge, InlineError } from '../../../kit/index.ts'
import { DisplayContext } from '../../../live/display.ts'
import { useClock } from '../../../live/useClock.ts'
import mapCss from '../../../map/map.module.css'
import { hourEnd } from '../../list/useStationDay.ts'
import { PastMoment } from '../../past/PastMoment.tsx'
import { barsOf, HOURS, useHours } from './useHours.ts'
import css from './time.module.css'

interface TimeBarProps {
  quantity: Quantity
  /** Standard assumed for hours for which the platform reports none. */
  standard: string
  area: number | null
  /** The past moment shown, ms since the epoch; null: now. */
  moment: number | null
  onMoment: (moment: number | null) => void
  onClose: () => void
}

/** The last 48 hours as bars, whatever moment is shown; its slider selects the moment that map and list show. */
export function TimeBar({ quantity, standard, area, moment, onMoment, onClose }: TimeBarProps) {
  const translate = useTranslate()
  const notify = useNotify()
  const words = useClassWords()
  const { zone } = useContext(DisplayContext)
  const now = useClock(30_000)
  const { hours, isRead, alarms, error, retry } = useHours(quantity, area, now, true)
  const bars = useMemo(() => barsOf(hours, quantity, now), [hours, quantity, now])
  const first = bars[0]?.at ?? now
  const tallest = Math.max(1, ...bars.map(({ hour }) => hour?.index ?? 0))
  const scale = scaleOfQuantity(quantity)
  // The slider's last position is the present. A moment within an hour is placed at the last hour that had ended by
  // then, whose classes are shown.
  const chosen = moment === null ? HOURS : Math.min(Math.max(Math.floor((moment - first) / HOUR), 0), HOURS - 1)
  /** The position while dragging; the map follows on release. */
  const [dragged, setDragged] = useState<number | null>(null)
  const place = dragged ?? chosen
  const atOf = (index: number): number | null => (index >= HOURS ? null : (bars[index]?.at ?? null))
  // The moment shown may lie within an hour or before the bars: its own time is written.
  const shown = dragged === null ? moment : atOf(dragged)
  const textOf = (at: number | null): string => {
    if (at === null) return translate('map.time.now')
    const time = zone.full(at).slice(5, 16)
    const bar = bars.find((one) => one.at === hourEnd(at))
    if (!bar || !isRead) return time
    const { hour } = bar
    const level = hour?.level ?? null
    const law = hour?.standard || standard
    const said = level === null ? translate('environment.state.none') : words.short({ scale, level, standard: law })
    const lacking = hour && words.partial({ standard: law, period: '1h', missing: hour.missing })
    return [time, hour?.index ?? '', said, lacking, level !== null && standardName(law)].filter(Boolean).join(' ')
  }
  const laws = [...new Set(bars.flatMap(({ hour }) => (hour ? [standardName(hour.standard || standard)] : [])))]
  const copy = async () => {
    try {
      await navigator.clipboard.writeText(location.href)
      notify('map.time.copied', { type: 'success' })
    } catch {
      // Also fails without a secure context, where there is no clipboard at all.
      notify('map.time.notCopied', { type: 'warning' })
    }
  }
  return (
    <section className={clsx(mapCss.box, css.bar)} aria-label={translate('map.time.label')} data-part="time">
      <header className={css.head}>
        {shown === null ? (
          <>
            <b>{zone.full(now).slice(5, 16)}</b>
            <Badge tone="online">{translate('map.time.now')}</Badge>
          </>
        ) : (
          <PastMoment moment={shown} />
        )}
        <span className={css.hint}>{translate('map.time.hint', { name: translate(`map.quantity.${quantity}`) })}</span>
        {moment !== null && (
          <Button size="small" onClick={() => onMoment(null)}>
            {translate('map.time.now')}
          </Button>
        )}
        <Button size="small" className={css.copy} onClick={() => void copy()}>
          <Link2 size={14} strokeWidth={1.9} aria-hidden />
          {translate('map.time.copy')}
        </Button>
        <button type="button" className={css.close} aria-label={translate('shell.close')} onClick={onClose}>
          <X size={14} strokeWidth={1.9} aria-hidden />
        </button>
      </header>
      {error && <InlineError error={error} onRetry={retry} />}
      <div className={css.hours} title={laws.join(' · ') || undefined}>
        <svg className={css.bars} viewBox={`0 0 ${HOURS} 100`} preserveAspectRatio="none" aria-hidden="true">
          {bars.map(({ at, hour }, index) => {
            const height = hour === null ? 4 : 24 + 76 * ((hour.index ?? tallest / 2) / tallest)
            const key = hour === null || hour.level === null ? undefined : classKey({ scale, level: hour.level })
            return (
              <rect
                key={at}
                className={css.hour}
                data-verdict={key}
                data-past={index >= place || undefined}
                x={index + 0.06}
                width={0.88}
                y={100 - height}
                height={height}
              />
            )
          })}
        </svg>
        {alarms.map(({ id, at, threshold }) => {
          const part = (at - first + HOUR) / (HOURS * HOUR)
          return (
            part >= 0 &&
            part <= 1 && <i key={id} className={css.alarm} style={{ left: `${100 * part}%` }} title={threshold} />
          )
        })}
        <Slider
          className={css.slider}
          aria-label={translate('map.time.label')}
          aria-valuetext={textOf(shown)}
          min={0}
          max={HOURS}
          step={1}
          value={place}
          track={false}
          onChange={(_event, next) => setDragged(Number(next))}
          onChangeCommitted={(_event, next) => {
            setDragged(null)
            onMoment(atOf(Number(next)))
          }}
        />
      </div>
      <footer className={css.foot} aria-hidden="true">
        {[0, 16, 32].map((index) => (
          <span key={index}>{zone.full(bars[index]?.at ?? now).slice(5, 16)}</span>
        ))}
        <span>{translate('map.time.now')}</span>
      </footer>
    </section>
  )
}
