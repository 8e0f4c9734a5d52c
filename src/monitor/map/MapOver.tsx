import { clsx } from 'clsx'
import type { Map as LeafletMap } from 'leaflet'
import { useTranslate } from 'react-admin'
import { Suspense, useState, type ReactNode } from 'react'
import { Chevron } from '../../kit/Chevron.tsx'
import { InlineError } from '../../kit/index.ts'
import type { Lasted } from '../../live/useLasted.ts'
import mapCss from '../../map/map.module.css'
import type { Pair } from '../../../resources/kit/datum.ts'
import { AlarmsUnread } from '../past/AlarmsUnread.tsx'
import { Anchored } from './marks/Anchored.tsx'
import css from './mapMode.module.css'
import toolsCss from './mapTools.module.css'

interface MapOverProps {
  map: LeafletMap
  phone: boolean
  /** Quantity strip, layer switches, search. */
  tools: ReactNode
  legend: ReactNode
  /** The time bar. */
  bar: ReactNode
  /** The list that a phone user pulls up. */
  sheet: ReactNode
  /** Whether to show the note about the field. */
  saysField: boolean
  /** A device's card or the list of a stack, and its position; null: none is open. */
  open: { content: ReactNode; place: Pair } | null
  /** An error, or the reason why something is missing. */
  problem: { error: unknown; tone?: 'info'; onRetry?: () => void } | null
  /** The alarms of the past moment shown; null: the map shows the present. */
  lasted: Pick<Lasted, 'error' | 'refetch'> | null
}

/** Everything that floats over the map. */
export function MapOver(props: MapOverProps) {
  const { map, phone, tools, legend, bar, sheet, saysField, open, problem, lasted } = props
  const translate = useTranslate()
  const said = saysField && <div className={clsx(mapCss.box, toolsCss.said)}>{translate('map.fieldSaid')}</div>
  return (
    <>
      <div className={toolsCss.tools}>
        {tools}
        {problem && (
          <div className={css.banner}>
            <InlineError {...problem} />
          </div>
        )}
        {lasted?.error && (
          <div className={css.banner}>
            <Suspense>
              <AlarmsUnread onRetry={lasted.refetch} />
            </Suspense>
          </div>
        )}
      </div>
      {phone ? (
        <FoldedLegend legend={legend} raised={bar !== null}>
          {said}
        </FoldedLegend>
      ) : (
        <>
          {legend}
          {said}
        </>
      )}
      {sheet}
      {bar}
      {open &&
        (phone ? (
          <div className={css.sheet}>{open.content}</div>
        ) : (
          <Anchored map={map} place={open.place}>
            {open.content}
          </Anchored>
        ))}
    </>
  )
}

interface FoldedLegendProps {
  legend: ReactNode
  /** Moves the button above the open time bar. */
  raised: boolean
  /** Further notes about the map, below. */
  children: ReactNode
}

/** On a phone, where the map needs the room, the legend is folded into a button. */
function FoldedLegend({ legend, raised, children }: FoldedLegendProps) {
  const translate = useTranslate()
  const [open, setOpen] = useState(false)
  return (
    <div className={clsx(toolsCss.fold, raised && toolsCss.foldRaised)}>
      {open && legend}
      <button
        type="button"
        className={clsx(mapCss.box, toolsCss.foldButton)}
        aria-expanded={open}
        onClick={() => setOpen(!open)}
      >
        {translate('map.legend.label')}
        <Chevron />
      </button>
      {children}
    </div>
  )
}
