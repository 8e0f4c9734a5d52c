import { Button } from '@mui/material'
import { clsx } from 'clsx'
import { latLngBounds } from 'leaflet'
import { useTranslate } from 'react-admin'
import { useEffect, useId, useState, type FormEvent } from 'react'
import { Polygon, useMap, useMapEvents } from 'react-leaflet'
import type { Pair } from '../../resources/kit/datum.ts'
import { BaseMap } from './BaseMap.tsx'
import { CENTRE, ZOOM } from './constants.ts'
import { useGroundContext } from './groundContext.ts'
import { pinIcon } from './icons.ts'
import { MovableMark } from './MovableMark.tsx'
import { rounded } from './places.ts'
import css from './map.module.css'

export interface PointEditorProps {
  point: Pair | null
  onChange: (point: Pair) => void
  /** The area's outline, drawn faintly. */
  around: readonly Pair[]
  /** Parses coordinates typed into the search; null for other text. */
  read: (typed: string) => Pair | null
}

const NEAR = 15

/** Chooses a position: a click sets the pin, dragging or the arrow keys move it, and typed coordinates set it. */
export default function PointEditor({ point, onChange, around, read }: PointEditorProps) {
  const translate = useTranslate()
  const problem = useId()
  const [typed, setTyped] = useState('')
  const [bad, setBad] = useState(false)
  const go = (event: FormEvent) => {
    // Keeps Enter from submitting a form around the dialog.
    event.preventDefault()
    event.stopPropagation()
    const found = read(typed)
    setBad(found === null)
    if (found) onChange(rounded(found))
  }
  return (
    <div className={css.editor}>
      <form className={css.editorBar} role="search" onSubmit={go}>
        <input
          className={css.editorSearch}
          value={typed}
          placeholder={translate('map.point.search')}
          aria-label={translate('map.point.search')}
          aria-invalid={bad}
          aria-describedby={bad ? problem : undefined}
          onChange={(event) => {
            setTyped(event.target.value)
            setBad(false)
          }}
        />
        <Button type="submit" size="small">
          {translate('map.point.go')}
        </Button>
        {bad && (
          <span id={problem} className={css.editorProblem} role="alert">
            {translate('map.point.bad')}
          </span>
        )}
      </form>
      <BaseMap
        small
        label={translate('map.point.map')}
        view={{ centre: point ?? around[0] ?? [CENTRE.lng, CENTRE.lat], zoom: point ? NEAR : ZOOM }}
      >
        <Drawing point={point} around={around} onChange={onChange} />
      </BaseMap>
      <p className={css.editorWords} role="status">
        {point ? translate('map.point.marker', { place: point.join(', ') }) : translate('map.point.none')} ·{' '}
        {translate('map.point.hint')}
      </p>
    </div>
  )
}

function Drawing({ point, around, onChange }: Pick<PointEditorProps, 'point' | 'around' | 'onChange'>) {
  const translate = useTranslate()
  const map = useMap()
  const { toMap, fromMap } = useGroundContext()
  useMapEvents({ click: ({ latlng }) => onChange(rounded(fromMap(latlng.wrap()))) })
  const known = point !== null
  useEffect(() => {
    if (!known && around.length > 2) map.fitBounds(latLngBounds(around.map(toMap)).pad(0.1), { animate: false })
  }, [map, around, known, toMap])
  useEffect(() => {
    // A typed position may lie outside the view.
    if (point && !map.getBounds().contains(toMap(point))) map.setView(toMap(point), Math.max(map.getZoom(), NEAR))
  }, [map, point, toMap])
  return (
    <>
      {around.length > 2 && (
        <Polygon positions={around.map(toMap)} className={clsx(css.area, css.areaAround)} interactive={false} />
      )}
      {point && (
        <MovableMark
          place={point}
          icon={PIN}
          disabled={false}
          label={translate('map.point.marker', { place: point.join(', ') })}
          onMove={onChange}
        />
      )}
    </>
  )
}

const PIN = pinIcon('plain', false)
