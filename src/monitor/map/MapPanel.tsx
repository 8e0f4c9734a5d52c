import { useQuery } from '@tanstack/react-query'
import { clsx } from 'clsx'
import type { Map as LeafletMap } from 'leaflet'
import { useTranslate } from 'react-admin'
import { useCallback, useContext, useMemo, useState } from 'react'
import { areaOutlines } from '../../../dataProvider/calls/geocode.ts'
import type { Pair } from '../../../resources/kit/datum.ts'
import { useOffered } from '../../environment/useOffered.ts'
import { ancestors, type AreaNode } from '../../kit/areaTree/tree.ts'
import { useMedia } from '../../kit/hooks/useMedia.ts'
import { DisplayContext } from '../../live/display.ts'
import type { DeviceStore } from '../../live/deviceStore.ts'
import type { Lasted } from '../../live/useLasted.ts'
import type { Poller } from '../../live/poller.ts'
import { errorOf, isLoaded, usePollState } from '../../live/usePoll.ts'
import { BaseMap } from '../../map/BaseMap.tsx'
import { CENTRE, ZOOM } from '../../map/constants.ts'
import { outlineOf } from '../../../resources/kit/places.ts'
import { AreaShape } from './AreaShape.tsx'
import { ClassLegend } from './ClassLegend.tsx'
import { DeviceMapCard } from './DeviceMapCard.tsx'
import { LayerSwitches } from './LayerSwitches.tsx'
import { Legend } from './Legend.tsx'
import { FitTo, OpenAt, TellMap, ViewInAddress } from './MapMoves.tsx'
import { MapOver } from './MapOver.tsx'
import { MapSearch } from './MapSearch.tsx'
import { useMapParams } from './mapParams.ts'
import { Marks } from './marks/Marks.tsx'
import { Stack } from './marks/Stack.tsx'
import { usePoints } from './usePoints.ts'
import { QuantityStrip } from './QuantityStrip.tsx'
import { captionOf } from './stations/caption.ts'
import { StationSheet } from './stations/StationSheet.tsx'
import { worstFirst } from './stations/worst.ts'
import { WorstStations } from './stations/WorstStations.tsx'
import { TimeBar } from './time/TimeBar.tsx'
import { useBarKey } from './time/useBarKey.ts'
import { MapLayers, useMapLayers } from './MapLayers.tsx'
import { useReadings } from './useReadings.ts'
import css from './mapTools.module.css'

export interface MapPanelProps {
  store: DeviceStore
  poll: Poller
  /** The areas whose devices are shown; null: all. `area`: the selected one. */
  listed: ReadonlySet<number> | null
  area: number | null
  areas: readonly AreaNode[]
  areaNames: ReadonlyMap<number, string>
  alarmsOnly: boolean
  onAlarmsOnly: (on: boolean) => void
  /** The alarms of the past moment shown; null: the map shows the present. */
  lasted: Lasted | null
  phone: boolean
}

/** Zoom for a device that was searched for. */
const NEAR = 15
/** Below this width the list does not fit beside the map. */
const WIDE = '(min-width: 1200px)'

/**
 * /monitor/data?mode=map (spec 1 §2.7, design 8.3): the devices of the area at their positions, what their values mean,
 * and the layers between ground and marks.
 */
export default function MapPanel(props: MapPanelProps) {
  const { store, poll, listed, area, areas, areaNames, alarmsOnly, onAlarmsOnly, lasted, phone } = props
  const translate = useTranslate()
  const { now, zone } = useContext(DisplayContext)
  const wide = useMedia(WIDE)
  const [params, change] = useMapParams()
  const { moment, layers } = params
  const isPast = moment !== null
  const loaded = usePollState(poll, isLoaded)
  const error = usePollState(poll, errorOf)
  const points = usePoints(store, listed, alarmsOnly)
  const [stack, setStack] = useState<{ ids: readonly number[]; place: Pair } | null>(null)
  const [hovered, setHovered] = useState<number | null>(null)
  const [fits, setFits] = useState(alarmsOnly && params.view === null ? 1 : 0)
  const hasHours = useOffered('environment-hours')
  const { quantities, quantity, readings, standard, periods, period, at, ...judged } = useReadings(
    params.quantity,
    moment,
  )
  const isUnknown = judged.isAwaited || judged.isUnread
  const outlines = useQuery({
    queryKey: ['map', 'outlines'],
    queryFn: ({ signal }) => areaOutlines(signal),
    staleTime: 60_000,
  })
  const outline = useMemo(() => (area === null ? [] : outlineOf(outlines.data?.get(area))), [outlines.data, area])
  const drawn = useMapLayers({ store, listed, area, quantity, readings, isUnknown, moment, layers, outlines })
  const { clusters, positions } = points
  const order = useMemo(() => worstFirst(readings, (id) => positions.has(id)), [readings, positions])
  const setBar = useCallback((bar: boolean) => change({ bar, ...(bar ? {} : { moment: null }) }), [change])
  useBarKey(hasHours && quantity !== null, () => setBar(!params.bar))

  const select = useCallback(
    (device: number | null) => {
      setStack(null)
      change({ device })
    },
    [change],
  )
  const place = clusters.places[positions.get(params.device ?? -1) ?? -1]
  // The view at mount: the map opens with it, and moves to later ones.
  const [start] = useState(params.view)
  const [first] = useState(params.device)
  const [shownMap, setShownMap] = useState<LeafletMap | null>(null)
  const goTo = (id: number, zoom = NEAR) => {
    const there = clusters.places[positions.get(id) ?? -1]
    if (there && shownMap) shownMap.setView({ lng: there[0], lat: there[1] }, Math.max(shownMap.getZoom(), zoom))
    select(id)
  }
  const district = (params.device === null ? undefined : store.get(params.device))?.district_id ?? null
  const path = district === null ? [] : [...ancestors(areas, district), district]
  const card =
    params.device !== null && place
      ? {
          place,
          content: (
            <DeviceMapCard
              key={params.device}
              id={params.device}
              place={place}
              verdict={judged.byDevice.get(params.device)}
              areas={path.flatMap((id) => areaNames.get(id) ?? [])}
              onClose={() => select(null)}
            />
          ),
        }
      : null
  const list = stack && {
    place: stack.place,
    content: <Stack ids={stack.ids} onPick={select} onClose={() => setStack(null)} />,
  }
  const name = quantity === null ? '' : translate(`map.quantity.${quantity}`)
  const worst = quantity !== null && (
    <WorstStations
      order={order}
      readings={readings}
      quantity={quantity}
      verdicts={judged.verdicts}
      shown={positions}
      loaded={loaded && !judged.isAwaited}
      isUnread={judged.isUnread}
      caption={captionOf({ name, periods, at, moment }, zone, translate)}
      period={period}
      selected={params.device}
      hovered={hovered}
      onHover={setHovered}
      onPick={(id) => goTo(id, 13)}
    />
  )
  const problem = loaded
    ? store.size() === 0
      ? { tone: 'info' as const, error: `${translate('monitor.empty.none')} · ${translate('monitor.empty.noneHint')}` }
      : judged.error && { error: judged.error, onRetry: judged.refetch }
    : error !== null
      ? { error, onRetry: () => void poll.refresh() }
      : { tone: 'info' as const, error: translate('monitor.list.loading') }
  return (
    <div className={clsx(css.whole, params.bar && hasHours && quantity !== null && !phone && css.raised)}>
      <BaseMap
        label={translate('map.monitor')}
        view={start ?? (place ? { centre: place, zoom: NEAR } : { centre: [CENTRE.lng, CENTRE.lat], zoom: ZOOM })}
        renderOver={(map) => (
          <MapOver
            map={map}
            phone={phone}
            tools={
              <>
                {quantities.length > 0 && (
                  <QuantityStrip
                    quantities={quantities}
                    value={quantity ?? 'state'}
                    onChange={(next) => change({ quantity: next })}
                  />
                )}
                <LayerSwitches
                  layers={quantities.length > 0 ? drawn.states : []}
                  onLayer={(layer, on) =>
                    change({ layers: on ? [...layers, layer] : layers.filter((other) => other !== layer) })
                  }
                  alarmsOnly={alarmsOnly}
                  lasted={lasted}
                  onAlarmsOnly={(on) => {
                    if (on) setFits((count) => count + 1)
                    onAlarmsOnly(on)
                  }}
                  bar={hasHours && quantity !== null ? params.bar : null}
                  onBar={setBar}
                />
                <MapSearch store={store} onPick={(id) => goTo(id)} />
              </>
            }
            legend={
              quantity === null ? (
                <Legend points={points} showCounts={loaded} />
              ) : (
                <ClassLegend
                  quantity={quantity}
                  standard={standard}
                  periods={periods}
                  at={at ?? now}
                  unplaced={points.unplaced}
                  unset={points.unset}
                />
              )
            }
            bar={
              params.bar && hasHours && quantity !== null ? (
                <TimeBar
                  quantity={quantity}
                  standard={standard}
                  area={area}
                  moment={moment}
                  onMoment={(next) => change({ moment: next, bar: true })}
                  onClose={() => setBar(false)}
                />
              ) : null
            }
            sheet={!wide && worst && <StationSheet>{worst}</StationSheet>}
            saysField={drawn.hasField}
            open={card ?? list}
            problem={problem || null}
            lasted={lasted}
          />
        )}
      >
        <AreaShape
          area={area}
          outline={outline}
          waiting={outlines.isPending}
          places={points.view}
          moved={start !== null || params.device !== null}
        />
        <MapLayers {...drawn} standard={standard} period={period} outlines={outlines.data} marks={clusters.places} />
        <Marks
          points={points}
          selected={params.device}
          hovered={hovered}
          readings={readings}
          quantity={name}
          standard={standard}
          period={period}
          isPast={isPast}
          onSelect={select}
          onHover={setHovered}
          onStack={(ids, there) => setStack({ ids, place: there })}
        />
        <TellMap onMap={setShownMap} />
        <OpenAt
          place={start === null && first !== null && first === params.device ? (place ?? null) : null}
          zoom={NEAR}
        />
        <FitTo places={points.view} asked={alarmsOnly ? fits : 0} />
        <ViewInAddress onView={(view) => change({ view })} />
      </BaseMap>
      {wide && worst && <aside className={css.side}>{worst}</aside>}
    </div>
  )
}
