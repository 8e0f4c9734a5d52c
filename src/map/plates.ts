import { DivIcon } from 'leaflet'
import { WRENCH } from './wrench.ts'
import css from './plates.module.css'

/** Content of a plate on the map: a figure on the colour of its class, with as many ticks as its level. */
export interface PlateFace {
  /**
   * In order: judged; judged, but stale; cannot be judged; offline or without data; under maintenance, shown by a
   * wrench instead of a figure.
   */
  look: 'solid' | 'stale' | 'few' | 'none' | 'upkeep'
  /** The class, as `data-verdict` has it; null if there is none. */
  verdict: string | null
  figure: string
  ticks: number
  alarm: boolean
  /** Maintenance begins within a day: a small wrench beside the content. */
  planned?: boolean
}

const UPKEEP = `<svg width="14" height="14" viewBox="0 0 24 24" aria-hidden="true"><path d="${WRENCH}"/></svg>`
const PLANNED = `<i class="${css.planned}">${UPKEEP}</i>`
const ALARM = `<i class="${css.alarm}"></i>`
const verdictOf = (verdict: string | null): string => (verdict === null ? '' : ` data-verdict="${verdict}"`)

/**
 * Returns a plate whose tip is at its position; with `count` it stands for that many devices, of which it shows the
 * worst. `writeFigure` writes the figure.
 */
export function plateIcon(
  { look, verdict, ticks, alarm, planned = false }: PlateFace,
  chosen: boolean,
  count: number | null,
): DivIcon {
  const many = count === null ? '' : `<em data-text="${count}"></em>`
  const html = `<span class="${css.plate}" data-look="${look}" data-ticks="${ticks}"${verdictOf(verdict)}>${look === 'upkeep' ? UPKEEP : '<b></b>'}${many}${planned ? PLANNED : ''}${alarm ? ALARM : ''}</span>`
  return new DivIcon({
    html,
    className: [css.mark, chosen && css.chosen].filter(Boolean).join(' '),
    iconSize: [52, 32],
    iconAnchor: [26, 31],
  })
}

/** Returns the mark of a device in a crowd: a dot in the colour of its class, or of its state if it has no class. */
export function dotIcon(
  { verdict, alarm, planned = false }: Pick<PlateFace, 'verdict' | 'alarm' | 'planned'>,
  state: string,
  chosen: boolean,
): DivIcon {
  return new DivIcon({
    html: `<i class="${css.dot}" data-state="${state}"${verdictOf(verdict)}></i>${planned ? PLANNED : ''}${alarm ? ALARM : ''}`,
    className: [css.dotted, chosen && css.chosen].filter(Boolean).join(' '),
    iconSize: [24, 24],
    iconAnchor: [12, 12],
  })
}

/** Writes the figure as text, never as markup. */
export function writeFigure(element: HTMLElement | null | undefined, figure: string): void {
  const figured = element?.querySelector('b')
  // Rendered by the style sheet: the mark's accessible name contains it as words.
  if (figured) figured.dataset['text'] = figure
}
