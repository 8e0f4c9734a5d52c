import { clsx } from 'clsx'
import { ChevronLeft, ChevronRight, Pause, Play } from 'lucide-react'
import { useTranslate } from 'react-admin'
import type { ReactNode } from 'react'
import textCss from '../../kit/text.module.css'
import type { CarouselState } from './useCarousel.ts'
import type { Pauses } from './usePauses.ts'
import css from './carousel.module.css'
import bigscreenCss from '../bigscreen.module.css'

interface CarouselFrameProps {
  label: string
  /** Beside the label. */
  beside: string
  count: number
  carousel: CarouselState
  pauses: Pauses
  /** Renders the cards of a slide; a leaving slide keeps its cards as they were. */
  renderSlide: (at: number, isLeaving: boolean) => ReactNode
  /** Cards side by side on one slide. */
  columns?: 3 | 4
  /** Text in place of slides. */
  none?: string | null
}

/** With more slides than this the position is shown by numbers only. */
const MAX_DOTS = 8

/** A sequence of slides with a head: the position, and buttons to pause and to step. */
export function CarouselFrame({
  label,
  beside,
  count,
  carousel,
  pauses,
  renderSlide,
  columns = 4,
  none = null,
}: CarouselFrameProps) {
  const translate = useTranslate()
  const { at, from, forward } = carousel
  const { still, hands } = pauses
  const where = translate('bigscreen.slide', { at: at + 1, count })
  return (
    <section className={css.live} aria-label={label} aria-roledescription="carousel" {...hands}>
      <header className={clsx(bigscreenCss.panelHead, css.liveHead)}>
        <h2>{label}</h2>
        <span className={clsx(css.liveOf, textCss.ellipsis)}>{beside}</span>
        {count > 1 && <TurnTools count={count} carousel={carousel} pauses={pauses} />}
      </header>
      <div className={css.slides} data-columns={columns}>
        {none !== null && <p className={clsx(bigscreenCss.panel, bigscreenCss.none)}>{none}</p>}
        {from !== null && !still && (
          <Slide key={from} move={forward ? 'out-left' : 'out-right'}>
            {renderSlide(from, true)}
          </Slide>
        )}
        <Slide key={at} move={from === null || still ? null : forward ? 'in-right' : 'in-left'} label={where}>
          {renderSlide(at, false)}
        </Slide>
      </div>
    </section>
  )
}

/** A leaving slide is visible, but hidden from assistive technology. */
const Slide = ({ move, label, children }: { move: string | null; label?: string; children: ReactNode }) => (
  <div
    className={css.slide}
    data-move={move ?? undefined}
    role="group"
    aria-label={label}
    aria-hidden={label === undefined || undefined}
  >
    {children}
  </div>
)

/** The position in the round, and buttons to pause and to step. */
export function TurnTools({
  count,
  carousel: { at, step },
  pauses: { stopped, toggle, still },
  dots = true,
}: Pick<CarouselFrameProps, 'count' | 'carousel' | 'pauses'> & { dots?: boolean }) {
  const translate = useTranslate()
  return (
    <span className={css.liveTools}>
      <span aria-label={translate('bigscreen.slide', { at: at + 1, count })}>{`${at + 1} / ${count}`}</span>
      {dots && count <= MAX_DOTS && (
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
          onClick={toggle}
        />
      )}
      <Tool label={translate('bigscreen.previous')} Icon={ChevronLeft} onClick={() => step(-1)} />
      <Tool label={translate('bigscreen.next')} Icon={ChevronRight} onClick={() => step(1)} />
    </span>
  )
}

/** A small framed icon button. */
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
