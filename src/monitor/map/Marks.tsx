import type { Map as LeafletMap, Marker as LeafletMarker } from 'leaflet'
import { useTranslate } from 'react-admin'
import { memo, useEffect, useMemo, useRef, useState } from 'react'
import { Marker, useMap, useMapEvents } from 'react-leaflet'
import type { Pair } from '../../../resources/kit/datum.ts'
import { MAX_ZOOM } from '../../map/constants.ts'
import { useGroundContext } from '../../map/groundContext.ts'
import { clusterIcon, pinIcon } from '../../map/icons.ts'
import { liveReading } from '../../live/resolution.ts'
import { isAlarmNode, useShownDevice, type ShownDevice } from '../../live/display.ts'
import { KINDS, type Points } from './points.ts'

interface MarksProps {
  points: Points
  selected: number | null
  onSelect: (id: number) => void
  /** Devices that lie on one another. */
  onStack: (ids: readonly number[], place: Pair) => void
}

/** What the view shows of the devices: pins and clusters. Those around the view are there already, so that panning finds them. */
export function Marks({ points, selected, onSelect, onStack }: MarksProps) {
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
  return (
    <>
      {items.map((item) =>
        item.kind === 'point' ? (
          <Pin key={item.id} id={item.id} place={item.place} chosen={item.id === selected} onSelect={onSelect} />
        ) : (
          <Cluster
            key={`c${item.id}`}
            place={item.place}
            tally={clusters.tally(item.id, kinds, KINDS.length).join()}
            chosen={chosen !== undefined && clusters.membersOf(item.id).includes(chosen)}
            onOpen={() => open(item.id, item.place)}
          />
        ),
      )}
    </>
  )
}

/** What is looked at, and a little around it. */
const viewOf = (map: LeafletMap) => ({ bounds: map.getBounds().pad(0.15), zoom: map.getZoom() })

/** A device. Drawn again only when its device changed; its element stays while only the value does, and keeps the focus. */
const Pin = memo(function Pin({
  id,
  place,
  chosen,
  onSelect,
}: {
  id: number
  place: Pair
  chosen: boolean
  onSelect: (id: number) => void
}) {
  const translate = useTranslate()
  const { toMap } = useGroundContext()
  const marker = useRef<LeafletMarker>(null)
  const shown = useShownDevice(id)
  const look = shown === null ? 'unknown' : shown.abnormal && shown.status === 'alarm' ? 'alarm' : shown.status
  const icon = useMemo(() => pinIcon(look, chosen), [look, chosen])
  const position = useMemo(() => toMap(place), [toMap, place])
  const value = shown === null || look !== 'alarm' ? '' : alarmValue(shown)
  const status = translate(`shell.status.${look}`)
  const name = translate(value === '' ? 'map.mark' : 'map.markValue', { name: shown?.device.name ?? id, status, value })
  useEffect(() => {
    const element = marker.current?.getElement()
    element?.setAttribute('aria-label', name)
    element?.setAttribute('title', name)
    element?.setAttribute('data-device', String(id))
    const label = element?.querySelector('span')
    if (label) label.textContent = value
  })
  const handlers = useHandlers(() => onSelect(id))
  return (
    <Marker
      ref={marker}
      position={position}
      icon={icon}
      eventHandlers={handlers}
      zIndexOffset={chosen ? 2000 : look === 'alarm' ? 1000 : 0}
    />
  )
})

/** @param props.tally counts by kind, joined: the same text is the same picture */
const Cluster = memo(
  function Cluster({
    place,
    tally,
    chosen,
    onOpen,
  }: {
    place: Pair
    tally: string
    chosen: boolean
    onOpen: () => void
  }) {
    const translate = useTranslate()
    const { toMap } = useGroundContext()
    const marker = useRef<LeafletMarker>(null)
    const counts = useMemo(() => tally.split(',').map(Number), [tally])
    const count = counts.reduce((sum, each) => sum + each, 0)
    const icon = useMemo(
      () =>
        clusterIcon(
          count,
          KINDS.map((name, at) => ({ name, count: counts[at] ?? 0 })),
        ),
      [count, counts],
    )
    const position = useMemo(() => toMap(place), [toMap, place])
    const tallies = Object.fromEntries(KINDS.map((kind, at) => [kind, counts[at] ?? 0]))
    const name = translate(tallies['unknown'] === 0 ? 'map.cluster' : 'map.clusterUnknown', { count, ...tallies })
    useEffect(() => {
      const element = marker.current?.getElement()
      element?.setAttribute('aria-label', name)
      element?.setAttribute('title', name)
      element?.classList.toggle('map-cluster--chosen', chosen)
    })
    const handlers = useHandlers(onOpen)
    return (
      <Marker
        ref={marker}
        position={position}
        icon={icon}
        eventHandlers={handlers}
        zIndexOffset={(counts[1] ?? 0) > 0 ? 500 : 0}
      />
    )
  },
  (before, after) => before.place === after.place && before.tally === after.tally && before.chosen === after.chosen,
)

/** A click, or Enter and Space with the focus on the mark. The same object for ever: handlers that change would be taken off and put on again. */
function useHandlers(act: () => void) {
  const latest = useRef(act)
  useEffect(() => {
    latest.current = act
  })
  return useMemo(
    () => ({
      click: () => latest.current(),
      keydown: ({ originalEvent }: { originalEvent: KeyboardEvent }) => {
        if (originalEvent.key !== 'Enter' && originalEvent.key !== ' ') return
        originalEvent.preventDefault()
        latest.current()
      },
    }),
    [],
  )
}

/** The value of the node that is in alarm, with its name: what the label of a red pin says. */
function alarmValue(shown: ShownDevice): string {
  const node = shown.device.nodes.find((each) => isAlarmNode(shown, each))
  const reading = node && liveReading(node)
  if (!node || reading === undefined || (reading.kind !== 'number' && reading.kind !== 'text')) return ''
  return `${node.alias} ${reading.text} ${node.unitname}`.trim()
}
