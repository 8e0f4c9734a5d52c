import { DivIcon } from 'leaflet'
import { WRENCH } from './wrench.ts'
import css from './plates.module.css'

/** What a plate on the map shows: a figure on the colour of its class, with as many ticks as its level. */
export interface PlateFace {
  /** Judged; judged long ago; not to be judged; silent; under maintenance, which a wrench says in place of a figure. */
  look: 'solid' | 'stale' | 'few' | 'none' | 'upkeep'
  /** The class, as `data-verdict` has it; null where there is none. */
  verdict: string | null
  figure: string
  ticks: number
  alarm: boolean
  /** Maintenance is to begin within a day: a small wrench beside what it shows. */
  planned?: boolean
}

const UPKEEP = `<svg width="14" height="14" viewBox="0 0 24 24" aria-hidden="true"><path d="${WRENCH}"/></svg>`
const PLANNED = `<i class="${css.planned}">${UPKEEP}</i>`
const ALARM = `<i class="${css.alarm}"></i>`
const verdictOf = (verdict: string | null): string => (verdict === null ? '' : ` data-verdict="${verdict}"`)

/** A plate that stands on its place; in place of one device with `count` of many, of which it is the worst. The figure is written by `writeFigure`. */
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

/** In a crowd: a dot in the colour of its class, or in that of its state where it has none. */
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

/** Text, never markup. */
export function writeFigure(element: HTMLElement | null | undefined, figure: string): void {
  const figured = element?.querySelector('b')
  // Drawn by the style sheet: the mark's name says it in words.
  if (figured) figured.dataset['text'] = figure
}
