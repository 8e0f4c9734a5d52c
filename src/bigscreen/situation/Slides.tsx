import { useTranslate } from 'react-admin'
import { useMemo, useState } from 'react'
import type { Places } from '../../dashboard/judged/usePlaces.ts'
import { useStationHours } from '../../dashboard/judged/useStationHours.ts'
import type { Readings } from '../../monitor/map/useReadings.ts'
import { CarouselFrame } from '../carousel/CarouselFrame.tsx'
import { useCarousel } from '../carousel/useCarousel.ts'
import { usePauses } from '../carousel/usePauses.ts'
import { AreaSlide } from './AreaSlide.tsx'
import { slidesOf } from './slides.ts'
import { StationSlide } from './StationSlide.tsx'

interface SlidesProps {
  readings: Readings
  areas: Places
  areaNames: ReadonlyMap<number, string>
  /** Why there is no card. */
  none: string
  idle: boolean
  now: number
}

/** The worst eight stations, then the areas, three at a time. */
export function Slides({ readings, areas, areaNames, none, idle, now }: SlidesProps) {
  const translate = useTranslate()
  const pauses = usePauses(idle)
  const current = useMemo(
    () => slidesOf(readings.readings, areas.rows ?? [], now),
    [readings.readings, areas.rows, now],
  )
  const count = Math.max(1, current.length)
  const carousel = useCarousel(count, pauses.paused)
  const slides = useKept(current, carousel.at)
  const devices = useMemo(
    () => current.flat().flatMap((card) => (card.kind === 'station' ? [card.device] : [])),
    [current],
  )
  const hoursOf = useStationHours(devices)
  const areaCards = useMemo(
    () => new Map(current.flat().flatMap((card) => (card.kind === 'area' ? [[card.area, card]] : []))),
    [current],
  )
  // Neither classes nor values of different standards are comparable: each card then names its standard.
  const isMixed = useMemo(
    () => new Set([...readings.readings.values()].map(({ verdict }) => verdict.standard)).size > 1,
    [readings.readings],
  )
  const isArea = slides[carousel.at]?.[0]?.kind === 'area'
  const name = readings.quantity === null ? '' : translate(`map.quantity.${readings.quantity}`)
  return (
    <CarouselFrame
      label={translate(isArea ? 'bigscreen.worstAreas' : 'bigscreen.worstStations')}
      beside={name && translate(isArea ? 'bigscreen.areasBy' : 'bigscreen.stationsBy', { name })}
      count={count}
      carousel={carousel}
      pauses={pauses}
      columns={3}
      none={current.length > 0 ? null : none}
      renderSlide={(at) =>
        slides[at]?.map((card) =>
          card.kind === 'station' ? (
            <StationSlide
              key={card.device}
              id={card.device}
              reading={readings.readings.get(card.device) ?? card.reading}
              hours={hoursOf(card.reading.verdict)}
              saysStandard={isMixed}
            />
          ) : (
            <AreaSlide
              key={card.area}
              name={(card.area !== null && areaNames.get(card.area)) || translate('monitor.card.noArea')}
              {...(areaCards.get(card.area) ?? card)}
              standard={readings.standard}
            />
          ),
        )
      }
    />
  )
}

/**
 * Keeps the slides as they were when the current one appeared, so that no card moves while it is viewed; its figures
 * are updated.
 */
function useKept<T>(current: readonly T[], at: number): readonly T[] {
  const [kept, keep] = useState({ slides: current, at })
  if (kept.slides === current) return current
  if (current.length > 1 && kept.at === at && kept.slides.length === current.length) return kept.slides
  keep({ slides: current, at })
  return current
}
