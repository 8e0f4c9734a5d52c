import { latLngBounds } from 'leaflet'
import { useTranslate } from 'react-admin'
import { useEffect, useMemo, useState } from 'react'
import { useMap } from 'react-leaflet'
import { useNavigate } from 'react-router-dom'
import type { Pair } from '../../../resources/kit/datum.ts'
import { deviceAddress } from '../../../resources/menu.ts'
import { indexLimits } from '../../environment/quantity.ts'
import { classColor, LEVELS } from '../../environment/scale.ts'
import { useMe } from '../../kit/index.ts'
import type { DeviceStore } from '../../live/deviceStore.ts'
import { BaseMap } from '../../map/BaseMap.tsx'
import { FieldLayer } from '../../map/field/FieldLayer.tsx'
import { WindLayer, type WindAt } from '../../map/field/WindLayer.tsx'
import { useGroundContext } from '../../map/groundContext.ts'
import { Marks } from '../../monitor/map/marks/Marks.tsx'
import { useStationPoints } from './useStationPoints.ts'
import { useFieldStations, useWinds, type Readings } from '../../monitor/map/useReadings.ts'
import css from './situation.module.css'

const COLORS = Array.from({ length: LEVELS.a }, (_, at) => classColor({ scale: 'a', level: at + 1 }, 'solid'))
/** Maximum zoom, for a single station. */
const NEAREST = 15

interface CityMapProps {
  store: DeviceStore
  readings: Readings
  idle: boolean
}

/**
 * Stations with their figures, the field between them and the wind; while the screen is unattended, all stations are in
 * view.
 */
export function CityMap({ store, readings, idle }: CityMapProps) {
  const translate = useTranslate()
  const navigate = useNavigate()
  const { wall } = useMe()
  const points = useStationPoints(store, readings.readings)
  const stations = useFieldStations(store, readings, null)
  const measured = useWinds(store, null)
  const winds = useMemo(() => apart(measured, points.clusters.places), [measured, points.clusters])
  const [failed, setFailed] = useState(false)
  const [selected, setSelected] = useState<number | null>(null)
  const { quantity, standard, period } = readings
  const hasField = stations !== null && !failed
  return (
    <div className={css.map} data-part="city-map">
      <BaseMap small label={translate('map.monitor')}>
        {hasField && (
          <FieldLayer
            stations={stations}
            limits={indexLimits(standard)}
            colors={COLORS}
            onFailed={() => setFailed(true)}
          />
        )}
        <WindLayer winds={winds} />
        <Marks
          points={points}
          selected={selected}
          readings={readings.readings}
          quantity={quantity === null ? '' : translate(`map.quantity.${quantity}`)}
          standard={standard}
          period={period}
          // A wall screen has no other pages.
          onSelect={(id) => (wall ? setSelected(id) : void navigate(deviceAddress(id)))}
          onStack={([first]) => setSelected(first ?? null)}
        />
        {/* Remounted, and so fitted again, when the user who moved the map has left. */}
        <FitAll key={String(idle)} places={points.view} />
      </BaseMap>
      {hasField && <p className={css.fieldSaid}>{translate('map.fieldSaid')}</p>}
    </div>
  )
}

/** Number of arrows that fit side by side. */
const ARROWS = 14

/** Selects winds that are distinguishable from afar: one of those that are close together. */
function apart(winds: readonly WindAt[], places: readonly Pair[]): readonly WindAt[] {
  if (places.length === 0) return winds
  const across = [0, 1].map((axis) => {
    const along = places.map((place) => place[axis] ?? 0)
    return (
      along.reduce((most, at) => Math.max(most, at), -Infinity) -
      along.reduce((least, at) => Math.min(least, at), Infinity)
    )
  })
  const least = Math.max(...across) / ARROWS
  const kept: WindAt[] = []
  for (const wind of winds)
    if (kept.every(({ place }) => Math.hypot(place[0] - wind.place[0], place[1] - wind.place[1]) > least))
      kept.push(wind)
  return kept
}

/** Fits the map to the places: at mount, when they change, and when the map is resized. */
function FitAll({ places }: { places: readonly Pair[] }) {
  const map = useMap()
  const { toMap } = useGroundContext()
  const key = places.map((place) => place.join()).join(';')
  useEffect(() => {
    if (key === '') return
    const shown = key.split(';').map((text): Pair => {
      const [lng = 0, lat = 0] = text.split(',').map(Number)
      return [lng, lat]
    })
    const fit = () =>
      void map.fitBounds(latLngBounds(shown.map(toMap)), {
        paddingTopLeft: [36, 44],
        paddingBottomRight: [36, 12],
        maxZoom: NEAREST,
        animate: false,
      })
    fit()
    map.on('resize', fit)
    return () => void map.off('resize', fit)
  }, [map, toMap, key])
  return null
}
