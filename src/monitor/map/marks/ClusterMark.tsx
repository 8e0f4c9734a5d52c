import type { Marker as LeafletMarker } from 'leaflet'
import { useTranslate } from 'react-admin'
import { memo, useEffect, useMemo, useRef } from 'react'
import { Marker } from 'react-leaflet'
import type { Pair } from '../../../../resources/kit/datum.ts'
import type { StationReading } from '../../../environment/quantity.ts'
import { useClassWords } from '../../../environment/useClassWords.ts'
import { useGroundContext } from '../../../map/groundContext.ts'
import { clusterIcon } from '../../../map/icons.ts'
import { plateIcon, writeFigure } from '../../../map/plates.ts'
import { KINDS } from '../points.ts'
import { faceOf, readingWords, type Told } from './faces.ts'
import { useMarkHandlers } from './useMarkHandlers.ts'

interface ClusterMarkProps extends Told {
  place: Pair
  /** Counts by kind, joined into a string: an equal string keeps the rendered icon. */
  tally: string
  chosen: boolean
  onOpen: () => void
  /** The worst of its readings; null: a ring of states. */
  worst: StationReading | null
  quantity: string
}

/** Many devices in one mark: the worst value and the number of devices, or a ring of their states. */
export const ClusterMark = memo(
  function ClusterMark(props: ClusterMarkProps) {
    const { place, tally, chosen, onOpen, worst, quantity, standard, period } = props
    const translate = useTranslate()
    const words = useClassWords()
    const { toMap } = useGroundContext()
    const marker = useRef<LeafletMarker>(null)
    const counts = useMemo(() => tally.split(',').map(Number), [tally])
    const count = counts.reduce((sum, each) => sum + each, 0)
    const alarm = (counts[1] ?? 0) > 0
    const face = worst && faceOf(worst, words, { status: 'online', alarm, upkeep: false })
    const { look, verdict, ticks, figure } = face ?? {}
    const icon = useMemo(
      () =>
        look && figure !== undefined
          ? plateIcon({ look, verdict: verdict ?? null, figure, ticks: ticks ?? 0, alarm }, chosen, count)
          : clusterIcon(
              count,
              KINDS.map((name, at) => ({ name, count: counts[at] ?? 0 })),
            ),
      [count, counts, look, verdict, ticks, figure, alarm, chosen],
    )
    const position = useMemo(() => toMap(place), [toMap, place])
    const tallies = Object.fromEntries(KINDS.map((kind, at) => [kind, counts[at] ?? 0]))
    const states = translate(tallies['unknown'] === 0 ? 'map.cluster' : 'map.clusterUnknown', { count, ...tallies })
    const name = worst
      ? translate('map.clusterWorst', {
          states,
          worst: readingWords(worst, quantity, words, translate, { standard, period }),
        })
      : states
    useEffect(() => {
      const element = marker.current?.getElement()
      element?.setAttribute('aria-label', name)
      element?.setAttribute('title', name)
      writeFigure(element, figure ?? '')
    })
    const handlers = useMarkHandlers(onOpen)
    return (
      <Marker
        ref={marker}
        position={position}
        icon={icon}
        eventHandlers={handlers}
        zIndexOffset={alarm ? 500 : 20 * (ticks ?? 0)}
      />
    )
  },
  (before, after) =>
    before.place === after.place &&
    before.tally === after.tally &&
    before.chosen === after.chosen &&
    before.worst === after.worst &&
    before.quantity === after.quantity &&
    before.standard === after.standard &&
    before.period === after.period,
)
