import { clsx } from 'clsx'
import { useTranslate } from 'react-admin'
import { StatusMark } from '../../kit/index.ts'
import mapCss from '../../map/map.module.css'
import { KINDS, type Points } from './points.ts'
import css from './mapMode.module.css'

/**
 * Explains the marks and, once the devices are loaded, shows the number of each; "unknown" appears only if there are
 * any.
 */
export function Legend({ points, showCounts }: { points: Points; showCounts: boolean }) {
  const translate = useTranslate()
  return (
    <div className={clsx(mapCss.box, css.legend)} role="group" aria-label={translate('map.legend.label')}>
      {KINDS.map(
        (kind, at) =>
          (kind !== 'unknown' || (points.totals[at] ?? 0) > 0) && (
            <span key={kind}>
              <StatusMark status={kind} />
              {translate(`shell.status.${kind}`)} {showCounts && points.totals[at]}
            </span>
          ),
      )}
      <span className={css.legendRing}>
        <svg width="16" height="16" viewBox="-8 -8 16 16" aria-hidden="true">
          <circle className={clsx(mapCss.ringPart, css.ringSample)} r="6" strokeWidth="3" />
          <path className={clsx(mapCss.ringPart, css.ringSample)} data-look="alarm" d="M0 -6A6 6 0 0 1 6 0" />
        </svg>
        {translate('map.legend.ring')}
      </span>
      {points.unplaced > 0 && (
        <span className={css.legendRing}>{translate('map.legend.noPlace', { count: points.unplaced })}</span>
      )}
      {points.unset > 0 && (
        <span className={css.legendRing}>{translate('map.legend.unset', { count: points.unset })}</span>
      )}
    </div>
  )
}
