import { Button } from '@mui/material'
import { clsx } from 'clsx'
import { latLngBounds, type LatLngLiteral, type LatLngBounds } from 'leaflet'
import { useTranslate } from 'react-admin'
import { useState, useEffect, useRef } from 'react'
import { Polygon, Polyline, useMapEvents, useMap } from 'react-leaflet'
import type { Pair } from '../../resources/kit/datum.ts'
import { BaseMap } from './BaseMap.tsx'
import { CENTRE, ZOOM } from './constants.ts'
import { useGroundContext } from './groundContext.ts'
import { cornerIcon } from './icons.ts'
import { MovableMark } from './MovableMark.tsx'
import { rounded } from './places.ts'
import css from './map.module.css'

export interface OutlineEditorProps {
  points: readonly Pair[]
  onChange: (points: readonly Pair[]) => void
  /** The enclosing area's outline, drawn faintly. */
  around: readonly Pair[]
  disabled: boolean
}

/** An area needs at least this many points (spec 2 §2). */
const FEWEST = 3

/**
 * Draws an outline: a click adds a point, a click on a point or Delete removes it, dragging or the arrow keys move it.
 * The states before each change are kept for undo, as long as the editor is mounted.
 */
export default function OutlineEditor({ points, onChange, around, disabled }: OutlineEditorProps) {
  const translate = useTranslate()
  const [past, setPast] = useState<readonly (readonly Pair[])[]>([])
  const set = (next: readonly Pair[]) => {
    setPast([...past.slice(-99), points])
    onChange(next)
  }
  const undo = () => {
    const last = past.at(-1)
    if (last === undefined) return
    setPast(past.slice(0, -1))
    onChange(last)
  }
  return (
    <div className={css.editor}>
      <BaseMap
        small
        label={translate('map.outline.map')}
        view={{ centre: points[0] ?? around[0] ?? [CENTRE.lng, CENTRE.lat], zoom: ZOOM }}
        renderOver={(map) => (
          <div className={css.editorTools}>
            <AddCentre
              disabled={disabled}
              centre={() => map.getCenter().wrap()}
              onAdd={(place) => set([...points, place])}
            />
          </div>
        )}
      >
        <Drawing points={points} around={around} disabled={disabled} onSet={set} />
      </BaseMap>
      <div className={css.editorBar}>
        <span className={css.editorWords} role="status">
          {translate('map.outline.count', { count: points.length })} · {translate('map.outline.hint')}
        </span>
        <Button size="small" disabled={disabled || past.length === 0} onClick={undo}>
          {translate('map.outline.undo')}
        </Button>
        <Button size="small" disabled={disabled || points.length === 0} onClick={() => set([])}>
          {translate('map.outline.clear')}
        </Button>
      </div>
    </div>
  )
}

/** Keyboard alternative to clicking: adds the centre of the map as a point. */
function AddCentre({
  disabled,
  centre,
  onAdd,
}: {
  disabled: boolean
  centre: () => LatLngLiteral
  onAdd: (place: Pair) => void
}) {
  const translate = useTranslate()
  const { fromMap } = useGroundContext()
  return (
    <Button size="small" disabled={disabled} onClick={() => onAdd(rounded(fromMap(centre())))}>
      {translate('map.outline.addCentre')}
    </Button>
  )
}

function Drawing({
  points,
  around,
  disabled,
  onSet,
}: Pick<OutlineEditorProps, 'points' | 'around' | 'disabled'> & { onSet: (points: readonly Pair[]) => void }) {
  const translate = useTranslate()
  const { toMap, fromMap } = useGroundContext()
  useMapEvents({
    click: ({ latlng }) => {
      if (!disabled) onSet([...points, rounded(fromMap(latlng.wrap()))])
    },
  })
  const shown = points.map(toMap)
  // Corners are identified by their number, as in their names: two may have the same position.
  const corners = points.map((place, at) => ({ number: at + 1, place }))
  // Brings the outline at mount into view, or the enclosing area while nothing is drawn; clicked points are in view
  // anyway.
  const [first] = useState(points)
  const seen = first.length > 0 ? first : points.length === 0 ? around : []
  return (
    <>
      <FitOnce bounds={seen.length > 0 ? latLngBounds(seen.map(toMap)) : null} />
      {around.length >= FEWEST && (
        <Polygon positions={around.map(toMap)} className={clsx(css.area, css.areaAround)} interactive={false} />
      )}
      {points.length >= FEWEST ? (
        <Polygon positions={shown} className={css.area} interactive={false} />
      ) : (
        <Polyline positions={shown} className={css.area} interactive={false} />
      )}
      {corners.map(({ number, place }) => (
        <MovableMark
          key={number}
          place={place}
          icon={CORNER}
          disabled={disabled}
          label={translate('map.outline.corner', { number, place: place.join(', ') })}
          onMove={(moved) => onSet(corners.map((corner) => (corner.number === number ? moved : corner.place)))}
          onRemove={() => onSet(corners.filter((corner) => corner.number !== number).map((corner) => corner.place))}
        />
      ))}
    </>
  )
}

const CORNER = cornerIcon()

/** Fits the view to the bounds once they are known; later changes leave the view to the user. */
function FitOnce({ bounds }: { bounds: LatLngBounds | null }) {
  const map = useMap()
  const framed = useRef(false)
  useEffect(() => {
    if (framed.current || bounds === null) return
    framed.current = true
    map.fitBounds(bounds.pad(0.15), { maxZoom: 15, animate: false })
  }, [map, bounds])
  return null
}
