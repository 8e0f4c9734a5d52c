import { Button } from '@mui/material'
import { useQueryClient } from '@tanstack/react-query'
import { clsx } from 'clsx'
import { ChevronsDownUp, ChevronsUpDown, LineChart, SearchX, SlidersHorizontal } from 'lucide-react'
import { useTranslate } from 'react-admin'
import { useEffect, useMemo, useState } from 'react'
import type { Range } from '../chart/model.ts'
import { useZone } from '../chart/useZone.ts'
import type { Zone } from '../../resources/kit/zone.ts'
import { useClock } from '../live/useClock.ts'
import { useFirstStates } from '../live/states/useFirstStates.ts'
import { useDeviceNames, useProductNames, useLiveNames } from '../live/useLiveNames.ts'
import { worthSeeing } from '../live/worthSeeing.ts'
import { AreaTree } from '../kit/areaTree/AreaTree.tsx'
import { areasBelow, buildTree } from '../kit/areaTree/tree.ts'
import { Drawer, EmptyState, InlineError } from '../kit/index.ts'
import { usePhone } from '../kit/hooks/useMedia.ts'
import controlsCss from '../kit/controls.module.css'
import { deviceCounts } from './deviceCounts.ts'
import { DeviceChoice } from './DeviceChoice.tsx'
import { DevicePanel } from './panel/DevicePanel.tsx'
import { isInRange, selectedDays, OPEN_AT_FIRST, rangeOf, type HistoryParams } from './historyParams.ts'
import { QueryBar } from './QueryBar.tsx'
import { useHistoryParams } from './useHistoryParams.ts'
import { useSameAxis } from './useSameAxis.ts'
import { useZoom } from './panel/useZoom.ts'
import { Waiting } from './panel/Waiting.tsx'
import historyCss from './history.module.css'
import css from './panel/answers.module.css'

/**
 * /monitor/history (spec 1 §2.8): several devices of one model over a day, a week, a month or a free range, each as
 * chart, table and totals.
 */
export default function HistoryPage() {
  const translate = useTranslate()
  const zone = useZone()
  const client = useQueryClient()
  const today = zone.day(useClock(60_000))
  const [params, change] = useHistoryParams(today)
  const states = useFirstStates()
  const [suggested, setSuggested] = useState<number | null>(null)
  const suggestion = useMemo(() => states && worthSeeing(states), [states])
  // The suggested device is loading, or about to be written into the address.
  const opening = states === undefined || Boolean(suggestion)
  useEffect(() => {
    if (!suggestion) return
    setSuggested(suggestion.id)
    change({ devices: [suggestion.id] })
  }, [suggestion, change])
  const names = useLiveNames(false)
  const devices = useDeviceNames()
  const products = useProductNames()
  const areas = useMemo(() => buildTree(names.areas ?? []), [names.areas])
  const counts = useMemo(() => devices.data && deviceCounts(areas, devices.data), [areas, devices.data])
  const phone = usePhone()
  const [choosing, setChoosing] = useState(false)
  const devicesInArea = useMemo(() => {
    const below = params.area === null ? null : areasBelow(areas, params.area)
    return devices.data?.filter(({ district_id }) => below === null || (district_id !== null && below.has(district_id)))
  }, [devices.data, areas, params.area])
  const productMap = useMemo(() => new Map(products.data?.map(({ id, name }) => [id, name])), [products.data])
  const chosen = params.devices.flatMap((id) => devices.data?.find((device) => device.id === id) ?? [])
  const rail = (
    <>
      <div className={historyCss.areas}>
        <AreaTree
          areas={areas}
          selected={params.area}
          counts={counts}
          withAll
          none={names.areas?.length === 0}
          waiting={names.areas === undefined && names.areaError === null}
          error={names.areaError}
          onRetry={names.retryAreas}
          onSelect={(area) => change({ area, devices: [] })}
        />
      </div>
      <DeviceChoice
        devices={devicesInArea}
        error={devices.error}
        onRetry={() => void devices.refetch()}
        products={productMap}
        chosen={params.devices}
        suggested={params.devices.length === 1 && params.devices[0] === suggested}
        onChange={(next) => change({ devices: next })}
      />
    </>
  )
  const days = selectedDays(params, today)
  const inRange = isInRange(params, today)
  const drawn = inRange && params.devices.length > 0
  return (
    <div className={historyCss.history}>
      <QueryBar
        params={params}
        today={today}
        onChange={change}
        onAgain={drawn ? () => void client.invalidateQueries({ queryKey: ['history'] }) : null}
      />
      <div className={historyCss.main}>
        {phone ? (
          <Button size="small" className={clsx(css.button, historyCss.choose)} onClick={() => setChoosing(true)}>
            <SlidersHorizontal size={14} aria-hidden />
            {translate('history.choose', { count: params.devices.length })}
          </Button>
        ) : (
          <aside className={historyCss.rail} aria-label={translate('history.choice')}>
            {rail}
          </aside>
        )}
        {choosing && (
          <Drawer label={translate('history.choice')} side="bottom" onClose={() => setChoosing(false)}>
            <div className={clsx(historyCss.rail, historyCss.railSheet)}>{rail}</div>
          </Drawer>
        )}
        {opening || (drawn && devices.data === undefined) ? (
          <div className={css.answers}>
            {drawn && devices.error ? (
              <InlineError error={devices.error} onRetry={() => void devices.refetch()} />
            ) : (
              <Waiting count={params.devices.length || 1} />
            )}
          </div>
        ) : drawn && chosen.length > 0 ? (
          // A new query starts with fresh state: zoom and opened panels belong to the previous one.
          <Answers
            key={`${params.devices.join()} ${days.first} ${days.last} ${params.node ?? ''}`}
            params={params}
            onZoom={(zoom) => change({ zoom, node: params.node })}
            chosen={chosen}
            fullRange={rangeOf(params, zone, today)}
            zone={zone}
            areaNames={names.areaNames}
          />
        ) : (
          <div className={css.answers}>
            {drawn ? (
              <EmptyState
                icon={<SearchX />}
                title={translate('deviceDialogs.gone')}
                hint={translate('deviceDialogs.goneHint')}
              />
            ) : (
              <EmptyState
                icon={<LineChart />}
                title={translate(inRange ? 'history.start' : 'history.outside')}
                hint={translate('history.startHint')}
              />
            )}
          </div>
        )}
      </div>
    </div>
  )
}

interface AnswersProps {
  params: HistoryParams
  onZoom: (zoom: Range | null) => void
  chosen: readonly Parameters<typeof DevicePanel>[0]['device'][]
  fullRange: Range
  zone: Zone
  areaNames: ReadonlyMap<number, string>
}

function Answers({ params, onZoom, chosen, fullRange: initialRange, zone, areaNames }: AnswersProps) {
  const translate = useTranslate()
  // The same object for the lifetime of the query.
  const [fullRange] = useState(initialRange)
  const [range, setRange] = useZoom(params.zoom, onZoom, fullRange)
  const [linked, setLinked] = useState(true)
  const { same, setSame, onExtent, endsOf } = useSameAxis()
  const [open, setOpen] = useState<ReadonlySet<number>>(
    () => new Set(chosen.slice(0, OPEN_AT_FIRST).map(({ id }) => id)),
  )
  const all = open.size === chosen.length
  const Fold = all ? ChevronsDownUp : ChevronsUpDown
  return (
    <div className={css.answers}>
      <div className={css.summary}>
        <b role="status">{translate('history.answered', { count: chosen.length })}</b>
        <span>{stretchWords(zone, range)}</span>
        {chosen.length > 1 && (
          <label className={css.switch}>
            <input
              className={controlsCss.switchTrack}
              type="checkbox"
              role="switch"
              checked={same}
              aria-checked={same}
              onChange={() => setSame(!same)}
            />
            {translate('history.sameAxis')}
          </label>
        )}
        {chosen.length > 1 && (
          <label className={css.switch}>
            <input
              className={controlsCss.switchTrack}
              type="checkbox"
              role="switch"
              checked={linked}
              aria-checked={linked}
              onChange={() => setLinked(!linked)}
            />
            {translate('history.linked')}
          </label>
        )}
        {chosen.length > 1 && (
          <Button
            size="small"
            className={css.button}
            onClick={() => setOpen(new Set(all ? [] : chosen.map(({ id }) => id)))}
          >
            <Fold size={14} aria-hidden />
            {translate(all ? 'history.closeAll' : 'history.openAll')}
          </Button>
        )}
      </div>
      {chosen.map((device) => (
        <DevicePanel
          key={device.id}
          device={device}
          area={device.district_id === null ? null : (areaNames.get(device.district_id) ?? null)}
          fullRange={fullRange}
          range={range}
          onRange={setRange}
          zone={zone}
          open={open.has(device.id)}
          alone={chosen.length === 1}
          onOpen={(shown) =>
            setOpen((before) => new Set(shown ? [...before, device.id] : [...before].filter((id) => id !== device.id)))
          }
          syncKey={linked ? 'history' : null}
          node={params.node}
          onExtent={onExtent}
          endsOf={endsOf}
        />
      ))}
    </div>
  )
}

/** Returns a range to the minute as text; a shared day is written once. */
function stretchWords(zone: Zone, { from, to }: Range): string {
  const [day, last] = [zone.day(from), zone.day(to)]
  return `${day} ${zone.clock(from, false)} – ${last === day ? '' : `${last} `}${zone.clock(to, false)}`
}
