import type { PlaceHour } from '../../../dataProvider/calls/placeHours.ts'
import { classKey, type Scale } from '../../environment/scale.ts'
import css from './judged.module.css'

/**
 * The index of the last day (for sound and water the class) as one small bar per hour in the colours of its classes.
 * The values stand beside it.
 */
export function Trend({ hours, scale }: { hours: readonly (PlaceHour | null)[]; scale: Scale }) {
  const highest = Math.max(1, ...hours.map(heightOf))
  return (
    <span className={css.trend} data-part="trend" aria-hidden="true">
      {hours.map((hour, at) => (
        <i
          key={at}
          data-verdict={hour?.level == null ? undefined : classKey({ scale, level: hour.level })}
          style={{ height: `${heightOf(hour) === 0 ? 0 : Math.max(8, (heightOf(hour) / highest) * 100)}%` }}
        />
      ))}
    </span>
  )
}

const heightOf = (hour: PlaceHour | null): number => hour?.index ?? hour?.level ?? 0
