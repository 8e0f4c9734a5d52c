import { clsx } from 'clsx'
import type { Map as LeafletMap } from 'leaflet'
import { useTranslate } from 'react-admin'
import type { ReactNode } from 'react'
import { InlineError } from '../../kit/index.ts'
import mapCss from '../../map/map.module.css'
import type { Pair } from '../../../resources/kit/datum.ts'
import { Anchored } from './marks/Anchored.tsx'
import css from './mapMode.module.css'
import toolsCss from './mapTools.module.css'

interface MapOverProps {
  map: LeafletMap
  phone: boolean
  /** Strip, layers, search. */
  tools: ReactNode
  legend: ReactNode
  /** The time bar. */
  bar: ReactNode
  /** The list that a phone pulls up. */
  sheet: ReactNode
  /** What is said of the field while it is there. */
  saysField: boolean
  /** A device's card or the list of several, and where it stands; null: none is open. */
  open: { content: ReactNode; place: Pair } | null
  /** What went wrong or is not there. */
  problem: { error: unknown; tone?: 'info'; onRetry?: () => void } | null
}

/** All that floats over the map. */
export function MapOver({ map, phone, tools, legend, bar, sheet, saysField, open, problem }: MapOverProps) {
  const translate = useTranslate()
  return (
    <>
      <div className={toolsCss.tools}>
        {tools}
        {problem && (
          <div className={css.banner}>
            <InlineError {...problem} />
          </div>
        )}
      </div>
      {!phone && legend}
      {saysField && <div className={clsx(mapCss.box, toolsCss.said)}>{translate('map.fieldSaid')}</div>}
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
