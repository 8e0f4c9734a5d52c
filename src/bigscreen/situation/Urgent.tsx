import { useEffect } from 'react'
import type { Episode } from '../../../dataProvider/episodes/rows.ts'
import type { PlaceHour } from '../../../dataProvider/calls/placeHours.ts'
import type { Zone } from '../../../resources/kit/zone.ts'
import { useCarousel } from '../carousel/useCarousel.ts'
import { usePauses } from '../carousel/usePauses.ts'
import { CityCurve } from './CityCurve.tsx'
import { CurvePanel } from './CurvePanel.tsx'
import css from './situation.module.css'

/** How long a curve is shown, ms (design 8.8). */
const CURVE_MS = 20_000

interface UrgentProps {
  /** The most urgent alarms, in order. */
  episodes: readonly Episode[]
  /** Hours of the city's air, drawn if no alarm is urgent. */
  hours: readonly PlaceHour[]
  standard: string
  /** Why there are no hours. */
  none: string
  idle: boolean
  zone: Zone
  onFollow: (id: number | null) => void
}

/** Rotates through the curves of the most urgent alarms; shows the city's air if there are none. */
export function Urgent({ episodes, hours, standard, none, idle, zone, onFollow }: UrgentProps) {
  const pauses = usePauses(idle)
  const count = Math.max(1, episodes.length)
  const carousel = useCarousel(count, pauses.paused, CURVE_MS)
  const episode = episodes[carousel.at]
  const followed = episode?.id ?? null
  useEffect(() => onFollow(followed), [followed, onFollow])
  return (
    <div className={css.urgent} {...pauses.hands}>
      {episode ? (
        <CurvePanel
          key={episode.id}
          episode={episode}
          count={count}
          carousel={carousel}
          pauses={pauses}
          idle={idle}
          zone={zone}
        />
      ) : (
        <CityCurve hours={hours} standard={standard} none={none} zone={zone} />
      )}
    </div>
  )
}
