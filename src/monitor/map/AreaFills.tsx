import { useQuery } from '@tanstack/react-query'
import { Fragment, useMemo } from 'react'
import { useTranslate } from 'react-admin'
import { CircleMarker, Polygon, Tooltip } from 'react-leaflet'
import { platformNow } from '../../../dataProvider/clock.ts'
import { ClassChip } from '../../environment/ClassChip.tsx'
import { classKey, classColor } from '../../environment/scale.ts'
import { mediumOfQuantity, periodOfMean, scaleOfQuantity, type Quantity } from '../../environment/quantity.ts'
import { periodWords } from '../../environment/periodWords.ts'
import { judgedHours } from '../../environment/placeHours.ts'
import { standardName, useClassWords } from '../../environment/useClassWords.ts'
import { useOffered } from '../../environment/useOffered.ts'
import { useGroundContext } from '../../map/groundContext.ts'
import mapCss from '../../map/map.module.css'
import type { Pair } from '../../../resources/kit/datum.ts'
import { outlineOf } from '../../../resources/kit/places.ts'
import { HOUR } from '../../../resources/kit/zone.ts'
import { freeSpot } from './freeSpot.ts'
import { hourReading } from './hourReading.ts'
import { plateNumber } from './marks/faces.ts'

export interface AreaClass {
  area: number
  level: number
  /** Null if the class is the whole information. */
  value: number | null
  /** Pollutants that the index lacks. */
  missing: readonly string[]
  /** Standard of the class; '' if the platform does not report it. */
  standard: string
  /** The mean that a pollutant's value is (`hourReading`); '' for an index, sound and water. */
  mean: string
}

/** Loads the class of each area below the selected one, for the last hour or a past one. */
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
        const {
          level = null,
          value = null,
          missing = [],
          standard = '',
          mean = '',
        } = hourReading(hours.at(-1), asked) ?? {}
        return id === null || level === null ? [] : [{ area: id, level, value, missing, standard, mean }]
      })
    },
    enabled: enabled && offered && quantity !== null,
    // Classes of the previous area stay correct meanwhile; those of another quantity or moment would not.
    placeholderData: (before, query) =>
      query?.queryKey[2] === asked && query.queryKey[4] === moment ? before : undefined,
    refetchInterval: moment === null && 5 * 60_000,
    retry: false,
  })
  return { classes: data ?? [], offered, error, refetch: () => void refetch() }
}

interface AreaFillsProps {
  classes: readonly AreaClass[]
  quantity: Quantity
  /** Standard and period of the legend; `period` is '' if it lists several. */
  standard: string
  period: string
  outlines: ReadonlyMap<number, string> | undefined
  /** Positions of the marks. */
  marks: readonly Pair[]
}

/**
 * Fills areas in the colours of their classes, labelled where no mark is in the way: value and class, pollutants that
 * the index lacks, and the period and standard if they differ from the legend's. An area without an outline has no
 * fill.
 */
export function AreaFills({ classes, quantity, standard, period, outlines, marks }: AreaFillsProps) {
  const { toMap } = useGroundContext()
  const translate = useTranslate()
  const words = useClassWords()
  const scale = scaleOfQuantity(quantity)
  const areas = useMemo(
    () =>
      classes.flatMap((one) => {
        const outline = outlineOf(outlines?.get(one.area))
        return outline.length > 2 ? [{ ...one, outline, spot: freeSpot(outline, marks) }] : []
      }),
    [classes, outlines, marks],
  )
  return areas.map(({ area, level, value, missing, outline, spot, mean, ...judged }) => {
    const law = judged.standard || standard
    const own = mean && periodOfMean({ standard: law, period: '1h' }, mean)
    const apart = [
      own !== '' && own !== period && periodWords([own], translate),
      law !== standard && standardName(law),
    ].filter(Boolean)
    const lacking = words.partial({ standard: law, period: '1h', missing })
    const fill = classColor({ scale, level }, 'solid')
    return (
      <Fragment key={`${area} ${classKey({ scale, level })}`}>
        <Polygon
          positions={outline.map(toMap)}
          pathOptions={{ color: fill, fillColor: fill, fillOpacity: 0.22, weight: 1.2 }}
          interactive={false}
        />
        {spot && (
          // An invisible anchor for the label, whose pane lies above the fills and below the marks.
          <CircleMarker center={toMap(spot)} radius={0} stroke={false} fill={false} interactive={false}>
            <Tooltip permanent direction="center" opacity={1} pane="shadowPane" className={mapCss.areaClass}>
              <ClassChip
                scale={scale}
                level={level}
                word={words.short({ scale, level, standard: law })}
                figure={value === null ? null : plateNumber(value)}
              />
              {/* Shown permanently: the pointer cannot reach a tooltip below the marks. */}
              {lacking && <small>{lacking}</small>}
              {apart.length > 0 && <small>{apart.join(' · ')}</small>}
            </Tooltip>
          </CircleMarker>
        )}
      </Fragment>
    )
  })
}
