import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { Polygon } from 'react-leaflet'
import { platformNow } from '../../../dataProvider/clock.ts'
import { classKey, classColor } from '../../environment/scale.ts'
import { mediumOfQuantity, scaleOfQuantity, type Quantity } from '../../environment/quantity.ts'
import { judgedHours } from '../../environment/placeHours.ts'
import { useOffered } from '../../environment/useOffered.ts'
import { useGroundContext } from '../../map/groundContext.ts'
import { outlineOf } from '../../../resources/kit/places.ts'
import { HOUR } from '../../../resources/kit/zone.ts'
import { hourReading } from './hourReading.ts'

export interface AreaClass {
  area: number
  level: number
}

/** The class of each area below the one in view in the last hour, or a past one. */
export function useAreaClasses(
  quantity: Quantity | null,
  area: number | null,
  moment: number | null,
  enabled: boolean,
) {
  const offered = useOffered('environment-hours')
  const asked = quantity ?? 'aqi'
  const { data, error, refetch } = useQuery({
    queryKey: ['map', 'areas', asked, area, moment],
    queryFn: async ({ signal }) => {
      const to = moment ?? platformNow()
      const rows = await judgedHours({ dis_id: area, medium: mediumOfQuantity(asked), from: to - 3 * HOUR, to }, signal)
      return rows.flatMap(({ area: id, hours }): AreaClass[] => {
        const level = hourReading(hours.at(-1), asked)?.level ?? null
        return id === null || level === null ? [] : [{ area: id, level }]
      })
    },
    enabled: enabled && offered && quantity !== null,
    placeholderData: keepPreviousData,
    refetchInterval: moment === null && 5 * 60_000,
    retry: false,
  })
  return { classes: data ?? [], offered, error, refetch: () => void refetch() }
}

interface AreaFillsProps {
  classes: readonly AreaClass[]
  quantity: Quantity
  outlines: ReadonlyMap<number, string> | undefined
}

/** Areas in the colours of their classes; an area without an outline has no fill. */
export function AreaFills({ classes, quantity, outlines }: AreaFillsProps) {
  const { toMap } = useGroundContext()
  const scale = scaleOfQuantity(quantity)
  return classes.map(({ area, level }) => {
    const outline = outlineOf(outlines?.get(area))
    const fill = classColor({ scale, level }, 'solid')
    return outline.length > 2 ? (
      <Polygon
        key={`${area} ${classKey({ scale, level })}`}
        positions={outline.map(toMap)}
        pathOptions={{ color: fill, fillColor: fill, fillOpacity: 0.22, weight: 1.2 }}
        interactive={false}
      />
    ) : null
  })
}
