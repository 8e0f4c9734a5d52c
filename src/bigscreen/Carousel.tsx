import { clsx } from 'clsx'
import { ChevronLeft, ChevronRight, Pause, Play } from 'lucide-react'
import { useTranslate } from 'react-admin'
import { useState } from 'react'
import type { DeviceState } from '../../dataProvider/normalise.ts'
import { useReducedMotion } from '../kit/useMedia.ts'
import textCss from '../kit/text.module.css'
import { CarouselCard } from './CarouselCard.tsx'
import { cardsOfSlide, slideCount, type Card } from './slides.ts'
import { useCarousel } from './useCarousel.ts'
import { useRound } from './useRound.ts'
import css from './carousel.module.css'
import bigscreenCss from './bigscreen.module.css'

interface CarouselProps {
  devices: readonly DeviceState[]
  area: string
  /** Before anything is known no number is claimed. */
  known: boolean
  /** Text of the empty state. */
  none: string
  /** The screen is unattended: a resting pointer or focus does not pause it. */
  idle: boolean
}

/** More slides than this are counted in numbers alone. */
const DOTS_MOST = 8

/** Four cards after four cards, 8 s each. It stands still under a hand or the focus of somebody who is there, by its button, and where less motion is asked for. */
export function Carousel({ devices, area, known, none, idle }: CarouselProps) {
  const translate = useTranslate()
  const [stopped, setStopped] = useState(false)
  const [hovered, setHovered] = useState(false)
  const [focused, setFocused] = useState(false)
  const still = useReducedMotion()
  const [cards, setCards] = useState(0)
  const count = slideCount(cards)
  const { at, from, forward, step } = useCarousel(count, stopped || still || (!idle && (hovered || focused)))
  const round = useRound(devices, at)
  if (round.cards.length !== cards) setCards(round.cards.length)
  const label = translate('bigscreen.live')
  const where = translate('bigscreen.slide', { at: at + 1, count })
  return (
    <section
      className={css.live}
      aria-label={label}
      aria-roledescription="carousel"
      onPointerEnter={({ pointerType }) => pointerType !== 'touch' && setHovered(true)}
      onPointerLeave={() => setHovered(false)}
      onFocus={({ target }) => setFocused(target.matches(':focus-visible'))}
      onBlur={({ currentTarget, relatedTarget }) => currentTarget.contains(relatedTarget) || setFocused(false)}
    >
      <header className={clsx(bigscreenCss.panelHead, css.liveHead)}>
        <h2>{label}</h2>
        <span className={clsx(css.liveOf, textCss.ellipsis)}>
          {known ? `${area} · ${translate('bigscreen.count', { count: devices.length })}` : area}
        </span>
        {count > 1 && (
          <span className={css.liveTools}>
            <span aria-label={where}>{`${at + 1} / ${count}`}</span>
            {count <= DOTS_MOST && (
              <span className={css.dots} aria-hidden>
                {Array.from({ length: count }, (_, dot) => (
                  <i key={dot} data-on={dot === at || undefined} />
                ))}
              </span>
            )}
            {!still && (
              <Tool
                label={translate(stopped ? 'bigscreen.play' : 'bigscreen.pause')}
                Icon={stopped ? Play : Pause}
                onClick={() => setStopped(!stopped)}
              />
            )}
            <Tool label={translate('bigscreen.previous')} Icon={ChevronLeft} onClick={() => step(-1)} />
            <Tool label={translate('bigscreen.next')} Icon={ChevronRight} onClick={() => step(1)} />
          </span>
        )}
      </header>
      <div className={css.slides}>
        {devices.length === 0 && <p className={clsx(bigscreenCss.panel, bigscreenCss.none)}>{none}</p>}
        {from !== null && !still && (
          <Slide key={from} cards={cardsOfSlide(round.leaving, from)} move={forward ? 'out-left' : 'out-right'} />
        )}
        <Slide
          key={at}
          cards={cardsOfSlide(round.cards, at)}
          move={from === null || still ? null : forward ? 'in-right' : 'in-left'}
          label={where}
        />
      </div>
    </section>
  )
}

/** The slide that goes is only still to be seen. */
const Slide = ({ cards, move, label }: { cards: readonly Card[]; move: string | null; label?: string }) => (
  <div
    className={css.slide}
    data-move={move ?? undefined}
    role="group"
    aria-label={label}
    aria-hidden={label === undefined || undefined}
  >
    {cards.map(({ device, part }) => (
      <CarouselCard key={`${device}.${part}`} id={device} part={part} />
    ))}
  </div>
)

const Tool = ({ label, Icon, onClick }: { label: string; Icon: typeof Play; onClick: () => void }) => (
  <button
    type="button"
    className={clsx(bigscreenCss.icon, bigscreenCss.iconFramed)}
    aria-label={label}
    title={label}
    onClick={onClick}
  >
    <Icon size={16} strokeWidth={2} aria-hidden />
  </button>
)
