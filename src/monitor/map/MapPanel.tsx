import { useGroundContext } from '../../map/groundContext.ts'
import { useMap, useMapEvents } from 'react-leaflet'
import { PointBuilder, type Points } from './points.ts'
import { DisplayContext } from '../../live/display.ts'
import { useListedDevices } from '../../live/useDevice.ts'
import { useQuery } from '@tanstack/react-query'
import { clsx } from 'clsx'
import type { Map as LeafletMap } from 'leaflet'
import { useTranslate } from 'react-admin'
import { useCallback, useMemo, useState, useContext, useRef, useEffect } from 'react'
import { areaOutlines } from '../../../dataProvider/geocode.ts'
import type { Pair } from '../../../resources/kit/datum.ts'
import type { DeviceStore } from '../../live/deviceStore.ts'
import type { Poller } from '../../live/poller.ts'
import { errorOf, isLoaded, usePollState } from '../../live/usePoll.ts'
import { BaseMap, type MapView } from '../../map/BaseMap.tsx'
import { CENTRE, ZOOM } from '../../map/constants.ts'
import { outlineOf } from '../../map/places.ts'
import { ancestors, type AreaNode } from '../../kit/areaTree/tree.ts'
import { InlineError } from '../../kit/index.ts'
import { Anchored } from './Anchored.tsx'
import { AreaShape } from './AreaShape.tsx'
import { DeviceMapCard } from './DeviceMapCard.tsx'
import { Legend } from './Legend.tsx'
import { MapSearch } from './MapSearch.tsx'
import { useMapParams, viewText } from './mapParams.ts'
import { Marks } from './Marks.tsx'
import { Stack } from './Stack.tsx'
import css from './mapMode.module.css'

export interface MapPanelProps {
  store: DeviceStore
  poll: Poller
  /** The areas whose devices are shown; null: all. The one chosen; its tree and its devices' names. */
  listed: ReadonlySet<number> | null
  area: number | null
  areas: readonly AreaNode[]
  areaNames: ReadonlyMap<number, string>
  alarmsOnly: boolean
  onAlarmsOnly: (on: boolean) => void
  phone: boolean
}

/** So near one goes to a device that was searched for. */
const NEAR = 15

/** /monitor/data?mode=map (spec 1 §2.7): the devices of the area where they stand, moved by the same store as the list. */
export default function MapPanel({
  store,
  poll,
  listed,
  area,
  areas,
  areaNames,
  alarmsOnly,
  onAlarmsOnly,
  phone,
}: MapPanelProps) {
  const translate = useTranslate()
  const [params, change] = useMapParams()
  const loaded = usePollState(poll, isLoaded)
  const error = usePollState(poll, errorOf)
  const points = usePoints(store, listed, alarmsOnly)
  const [stack, setStack] = useState<{ ids: readonly number[]; place: Pair } | null>(null)
  const outlines = useQuery({
    queryKey: ['map', 'outlines'],
    queryFn: ({ signal }) => areaOutlines(signal),
    staleTime: 60_000,
  })
  const outline = useMemo(() => (area === null ? [] : outlineOf(outlines.data?.get(area))), [outlines.data, area])
  const select = useCallback(
    (device: number | null) => {
      setStack(null)
      change({ device })
    },
    [change],
  )
  const { clusters, positions } = points
  const at = params.device === null ? undefined : positions.get(params.device)
  const place = at === undefined ? undefined : clusters.places[at]
  // The view of the first moment: later ones are moved to, not opened with.
  const [start] = useState(params.view)
  const [first] = useState(params.device)
  const goTo = (map: LeafletMap, id: number) => {
    const there = clusters.places[positions.get(id) ?? -1]
    if (there) map.setView({ lng: there[0], lat: there[1] }, Math.max(map.getZoom(), NEAR))
    select(id)
  }
  const device = params.device === null ? undefined : store.get(params.device)
  const path =
    device?.district_id === undefined || device.district_id === null
      ? []
      : [...ancestors(areas, device.district_id), device.district_id]
  const card = params.device !== null && place && (
    <DeviceMapCard
      key={params.device}
      id={params.device}
      place={place}
      areas={path.flatMap((id) => areaNames.get(id) ?? [])}
      onClose={() => select(null)}
    />
  )
  const list = stack && <Stack ids={stack.ids} onPick={select} onClose={() => setStack(null)} />
  return (
    <BaseMap
      label={translate('map.monitor')}
      view={start ?? (place ? { centre: place, zoom: NEAR } : { centre: [CENTRE.lng, CENTRE.lat], zoom: ZOOM })}
      renderOver={(map) => (
        <>
          <MapSearch store={store} alarmsOnly={alarmsOnly} onAlarmsOnly={onAlarmsOnly} onPick={(id) => goTo(map, id)} />
          {!phone && <Legend points={points} showCounts={loaded} />}
          {(loaded ? store.size() === 0 : error !== null) && (
            <div className={css.banner}>
              {loaded ? (
                <InlineError
                  tone="info"
                  error={`${translate('monitor.empty.none')} · ${translate('monitor.empty.noneHint')}`}
                />
              ) : (
                <InlineError error={error} onRetry={() => void poll.refresh()} />
              )}
            </div>
          )}
          {/* Elsewhere the legend waits for its numbers. */}
          {phone && !loaded && error === null && (
            <div className={clsx(css.banner, css.bannerWaiting)}>
              <InlineError tone="info" error={translate('shell.loading')} />
            </div>
          )}
          {phone ? (
            (card || list) && <div className={css.sheet}>{card || list}</div>
          ) : card && place ? (
            <Anchored map={map} place={place}>
              {card}
            </Anchored>
          ) : (
            stack && (
              <Anchored map={map} place={stack.place}>
                {list}
              </Anchored>
            )
          )}
        </>
      )}
    >
      <AreaShape
        area={area}
        outline={outline}
        waiting={outlines.isPending}
        places={clusters.places}
        moved={start !== null || params.device !== null}
      />
      <Marks
        points={points}
        selected={params.device}
        onSelect={select}
        onStack={(ids, there) => setStack({ ids, place: there })}
      />
      <OpenAt
        place={start === null && first !== null && first === params.device ? (place ?? null) : null}
        zoom={NEAR}
      />
      <ViewInAddress onView={(view) => change({ view })} />
    </BaseMap>
  )
}

/** The points of the devices, anew when devices came, went or changed in more than their values, and every 30 s for those that fell behind. */
function usePoints(store: DeviceStore, areas: ReadonlySet<number> | null, alarmsOnly: boolean): Points {
  const devices = useListedDevices(store)
  const { names, now } = useContext(DisplayContext)
  const { closedAreas } = names
  const [builder] = useState(() => new PointBuilder())
  return useMemo(
    () => builder.build(devices.all(), { areas, alarmsOnly, closedAreas, now }),
    [builder, devices, areas, alarmsOnly, closedAreas, now],
  )
}

/** Reports the view after a move ended; not the one the map opened with. */
function ViewInAddress({ onView }: { onView: (view: MapView) => void }) {
  const map = useMap()
  const { fromMap } = useGroundContext()
  const view = (): MapView => ({ centre: fromMap(map.getCenter().wrap()), zoom: map.getZoom() })
  const reportedView = useRef(viewText(view()))
  useMapEvents({
    moveend: () => {
      const now = view()
      if (viewText(now) === reportedView.current) return
      reportedView.current = viewText(now)
      onView(now)
    },
  })
  return null
}

/** Centres once on the device named in the address when it gives no view: the device's position may arrive after the map. */
function OpenAt({ place, zoom }: { place: Pair | null; zoom: number }) {
  const map = useMap()
  const { toMap } = useGroundContext()
  const opened = useRef(false)
  const moved = useRef(false)
  useEffect(() => {
    const stay = () => (moved.current = true)
    map.once('dragstart zoomstart', stay)
    return () => void map.off('dragstart zoomstart', stay)
  }, [map])
  useEffect(() => {
    if (opened.current || place === null) return
    opened.current = true
    if (!moved.current && map.getZoom() < zoom) map.setView(toMap(place), zoom, { animate: false })
  }, [map, place, toMap, zoom])
  return null
}
