import { DivIcon } from 'leaflet'
import { __iconData as wrench } from 'lucide-react/icons/wrench'
import { pathOf } from '../kit/plainIcon.tsx'
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
}

const WRENCH = `<svg width="14" height="14" viewBox="0 0 24 24" aria-hidden="true"><path d="${wrench.node.map(pathOf).join('')}"/></svg>`
const ALARM = `<i class="${css.alarm}"></i>`
const verdictOf = (verdict: string | null): string => (verdict === null ? '' : ` data-verdict="${verdict}"`)

/** A plate that stands on its place; in place of one device with `count` of many, of which it is the worst. The figure is written by `writeFigure`. */
export function plateIcon({ look, verdict, ticks, alarm }: PlateFace, chosen: boolean, count: number | null): DivIcon {
  const many = count === null ? '' : `<em data-text="${count}"></em>`
  const html = `<span class="${css.plate}" data-look="${look}" data-ticks="${ticks}"${verdictOf(verdict)}>${look === 'upkeep' ? WRENCH : '<b></b>'}${many}${alarm ? ALARM : ''}</span>`
  return new DivIcon({
    html,
    className: [css.mark, chosen && css.chosen].filter(Boolean).join(' '),
    iconSize: [52, 32],
    iconAnchor: [26, 31],
  })
}

/** In a crowd: a dot in the colour of its class, or in that of its state where it has none. */
export function dotIcon(
  { verdict, alarm }: Pick<PlateFace, 'verdict' | 'alarm'>,
  state: string,
  chosen: boolean,
): DivIcon {
  return new DivIcon({
    html: `<i class="${css.dot}" data-state="${state}"${verdictOf(verdict)}></i>${alarm ? ALARM : ''}`,
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
