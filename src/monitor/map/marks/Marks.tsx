import type { Map as LeafletMap } from 'leaflet'
import { useMemo, useState } from 'react'
import { useMap, useMapEvents } from 'react-leaflet'
import type { Pair } from '../../../../resources/kit/datum.ts'
import type { StationReading } from '../../../environment/quantity.ts'
import { MAX_ZOOM } from '../../../map/constants.ts'
import { useGroundContext } from '../../../map/groundContext.ts'
import { KINDS, type Points } from '../points.ts'
import { ClusterMark } from './ClusterMark.tsx'
import { Pin } from './Pin.tsx'
import type { Told } from './faces.ts'
import { spread } from './spread.ts'

interface MarksProps extends Partial<Told> {
  points: Points
  selected: number | null
  /** The device hovered in the list beside the map. */
  hovered?: number | null
  /** Readings by device; empty if the map shows states. */
  readings?: ReadonlyMap<number, StationReading>
  /** Name of the quantity in view. */
  quantity?: string
  isPast?: boolean
  onSelect: (id: number) => void
  onHover?: (id: number | null) => void
  /** Called for devices at the same place. */
  onStack: (ids: readonly number[], place: Pair) => void
}

/** The marks and clusters of the current view. Those just outside it are rendered too, so that panning finds them. */
export function Marks({
  points,
  selected,
  hovered = null,
  readings = NONE,
  quantity = '',
  standard = '',
  period = '',
  isPast = false,
  onSelect,
  onHover = ignore,
  onStack,
}: MarksProps) {
  const map = useMap()
  const { toMap, fromMap } = useGroundContext()
  const [view, setView] = useState(() => viewOf(map))
  const look = () => setView(viewOf(map))
  useMapEvents({ moveend: look, resize: look })
  const { clusters, kinds } = points
  const items = useMemo(() => {
    const [west, south] = fromMap(view.bounds.getSouthWest())
    const [east, north] = fromMap(view.bounds.getNorthEast())
    return clusters.within([west, south, east, north], view.zoom)
  }, [clusters, fromMap, view])
  const marks = useMemo(() => spread(items, clusters, readings), [items, clusters, readings])
  const open = (cluster: number, place: Pair) => {
    const zoom = clusters.splitsAt(cluster)
    if (zoom > MAX_ZOOM)
      onStack(
        Array.from(clusters.membersOf(cluster), (at) => clusters.ids[at] ?? 0),
        place,
      )
    else map.setView(toMap(place), zoom)
  }
  const chosen = selected === null ? undefined : points.positions.get(selected)
  const pointed = hovered === null ? undefined : points.positions.get(hovered)
  const holds = (cluster: number): boolean =>
    [chosen, pointed].some((at) => at !== undefined && clusters.membersOf(cluster).includes(at))
  return (
    <>
      {marks.map((mark) =>
        mark.kind === 'device' ? (
          <Pin
            key={mark.id}
            id={mark.id}
            place={mark.place}
            chosen={mark.id === selected || mark.id === hovered}
            onSelect={onSelect}
            onHover={onHover}
            reading={readings.get(mark.id)}
            quantity={quantity}
            standard={standard}
            period={period}
            isSmall={mark.isSmall}
            isPast={isPast}
          />
        ) : (
          <ClusterMark
            key={`c${mark.id}`}
            place={mark.place}
            tally={clusters.tally(mark.id, kinds, KINDS.length).join()}
            chosen={holds(mark.id)}
            onOpen={() => open(mark.id, mark.place)}
            worst={mark.worst}
            quantity={quantity}
            standard={standard}
            period={period}
          />
        ),
      )}
    </>
  )
}

const NONE: ReadonlyMap<number, StationReading> = new Map()
const ignore = () => {}

/** Returns the map's view with a margin. */
const viewOf = (map: LeafletMap) => ({ bounds: map.getBounds().pad(0.15), zoom: map.getZoom() })
