import { useTranslate } from 'react-admin'
import { useState } from 'react'
import type { DeviceState } from '../../../dataProvider/normalise.ts'
import { useEnvironment } from '../../environment/useEnvironment.ts'
import { CarouselCard } from './CarouselCard.tsx'
import { CarouselFrame } from './CarouselFrame.tsx'
import { cardsOfSlide, slideCount } from './slides.ts'
import { useCarousel } from './useCarousel.ts'
import { usePauses } from './usePauses.ts'
import { useRound } from './useRound.ts'

interface CarouselProps {
  devices: readonly DeviceState[]
  area: string
  /** No number is shown until the devices are loaded. */
  known: boolean
  /** Text of the empty state. */
  none: string
  /** The screen is unattended: a resting pointer or focus does not pause the carousel. */
  idle: boolean
}

/**
 * Shows four cards at a time, 8 s each. It pauses while a user hovers or focuses it, by its button, and under reduced
 * motion.
 */
export function Carousel({ devices, area, known, none, idle }: CarouselProps) {
  const translate = useTranslate()
  const { byDevice } = useEnvironment({ parts: false })
  const pauses = usePauses(idle)
  const [cards, setCards] = useState(0)
  const count = slideCount(cards)
  const carousel = useCarousel(count, pauses.paused)
  const round = useRound(devices, carousel.at)
  if (round.cards.length !== cards) setCards(round.cards.length)
  return (
    <CarouselFrame
      label={translate('bigscreen.live')}
      beside={known ? `${area} · ${translate('bigscreen.count', { count: devices.length })}` : area}
      count={count}
      carousel={carousel}
      pauses={pauses}
      none={devices.length === 0 ? none : null}
      renderSlide={(at, isLeaving) =>
        cardsOfSlide(isLeaving ? round.leaving : round.cards, at).map(({ device, part }) => (
          <CarouselCard key={`${device}.${part}`} id={device} part={part} verdict={byDevice.get(device)} />
        ))
      }
    />
  )
}
