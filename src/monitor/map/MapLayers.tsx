import type { UseQueryResult } from '@tanstack/react-query'
import type { Pair } from '../../../resources/kit/datum.ts'
import { useTranslate } from 'react-admin'
import { useState } from 'react'
import { indexLimits, scaleOfQuantity, type Quantity, type StationReading } from '../../environment/quantity.ts'
import { classColor, LEVELS } from '../../environment/scale.ts'
import type { DeviceStore } from '../../live/deviceStore.ts'
import { FieldLayer } from '../../map/field/FieldLayer.tsx'
import { WindLayer } from '../../map/field/WindLayer.tsx'
import { AreaFills, useAreaClasses } from './AreaFills.tsx'
import type { LayerState } from './LayerSwitches.tsx'
import { MAP_LAYERS, type MapLayer } from './mapParams.ts'
import { useFieldStations, useWinds } from './useReadings.ts'

interface LayersQuery {
  store: DeviceStore
  listed: ReadonlySet<number> | null
  area: number | null
  quantity: Quantity | null
  readings: ReadonlyMap<number, StationReading>
  /** The readings are loading, or could not be read. */
  isUnknown: boolean
  moment: number | null
  /** The selected layers. */
  layers: readonly MapLayer[]
  outlines: Pick<UseQueryResult<ReadonlyMap<number, string>>, 'error' | 'refetch'>
}

/** Returns the layers between ground and marks: their data and the state of their switches. */
export function useMapLayers(query: LayersQuery) {
  const { store, listed, area, quantity, readings, isUnknown, moment, layers, outlines } = query
  const translate = useTranslate()
  const stations = useFieldStations(store, { quantity, readings }, listed)
  const winds = useWinds(store, listed)
  const fills = useAreaClasses(quantity, area, moment, layers.includes('areas'))
  const [{ run, failed }, setRun] = useState({ run: 0, failed: false })
  const isPast = moment !== null
  const unfit = translate('map.layers.unfit')
  const fieldMissing = () => {
    if (quantity === null || scaleOfQuantity(quantity) !== 'a') return unfit
    return stations === null && !isUnknown ? translate('map.layers.few') : null
  }
  const missing: Record<MapLayer, string | null> = {
    field: fieldMissing(),
    wind:
      quantity === null
        ? unfit
        : isPast
          ? translate('map.layers.past')
          : winds.length === 0
            ? translate('map.layers.noWind')
            : null,
    areas: quantity === null || !fills.offered ? unfit : null,
  }
  const retryAreas = fills.error ? fills.refetch : outlines.error ? () => void outlines.refetch() : null
  const retry: Record<MapLayer, (() => void) | null> = {
    field: failed ? () => setRun({ run: run + 1, failed: false }) : null,
    wind: null,
    areas: retryAreas,
  }
  const isShown = (layer: MapLayer): boolean => layers.includes(layer) && missing[layer] === null
  return {
    states: MAP_LAYERS.map(
      (layer): LayerState => ({
        layer,
        on: layers.includes(layer),
        missing: missing[layer],
        onRetry: retry[layer],
      }),
    ),
    quantity,
    hasField: isShown('field') && !failed,
    stations: isShown('field') ? stations : null,
    winds: isShown('wind') ? winds : null,
    classes: isShown('areas') ? fills.classes : null,
    run,
    onFieldFailed: () => setRun({ run, failed: true }),
  }
}

interface MapLayersProps
  extends Pick<
    ReturnType<typeof useMapLayers>,
    'quantity' | 'stations' | 'winds' | 'classes' | 'run' | 'onFieldFailed'
  > {
  standard: string
  /** Period of the legend's means; '' if it lists several. */
  period: string
  outlines: ReadonlyMap<number, string> | undefined
  /** Positions of the marks. */
  marks: readonly Pair[]
}

const COLORS = Array.from({ length: LEVELS.a }, (_, at) => classColor({ scale: 'a', level: at + 1 }, 'solid'))

/** Areas, field and wind, in drawing order. */
export function MapLayers({
  quantity,
  standard,
  period,
  outlines,
  marks,
  stations,
  winds,
  classes,
  run,
  onFieldFailed,
}: MapLayersProps) {
  return (
    <>
      {quantity !== null && classes && (
        <AreaFills
          classes={classes}
          quantity={quantity}
          standard={standard}
          period={period}
          outlines={outlines}
          marks={marks}
        />
      )}
      {stations && (
        <FieldLayer
          key={run}
          stations={stations}
          limits={indexLimits(standard)}
          colors={COLORS}
          onFailed={onFieldFailed}
        />
      )}
      {winds && <WindLayer winds={winds} />}
    </>
  )
}
