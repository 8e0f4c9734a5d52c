import { IconButton } from '@mui/material'
import { clsx } from 'clsx'
import { ArrowUpRight, Cpu, MapPin } from 'lucide-react'
import { useTranslate } from 'react-admin'
import { lazy, Suspense, useMemo, useState } from 'react'
import { Link } from 'react-router-dom'
import { mayOpen } from '../../resources/kit/access.ts'
import { deviceAddress } from '../../resources/menu.ts'
import type { Zone } from '../../resources/kit/zone.ts'
import { listDevices } from '../live/deviceList.ts'
import type { DeviceStore } from '../live/deviceStore.ts'
import { useClock } from '../live/useClock.ts'
import { useListedDevices } from '../live/useDevice.ts'
import { AreaSelect } from '../kit/areaTree/AreaSelect.tsx'
import { ChartSkeleton, EmptyState, StatusMark, useCaller } from '../kit/index.ts'
import { isAlarmNode, stateWords, useShownDevice, type ShownDevice } from '../live/display.ts'
import type { MonitorAreas } from '../live/useAreaTree.ts'
import textCss from '../kit/text.module.css'
import pickerCss from '../kit/days/picker.module.css'
import controlsCss from '../kit/controls.module.css'
import type { DashboardParams } from './dashboardParams.ts'
import { pickDevice, shownNodes } from './figures.ts'
import { NodeTile } from './NodeTile.tsx'
import css from './live.module.css'
import dashboardCss from './dashboard.module.css'

// Includes MUI's Autocomplete, for which the first page need not wait.
const Combo = lazy(async () => ({ default: (await import('../kit/layers/Combo.tsx')).Combo }))
const TodayChart = lazy(() => import('./TodayChart.tsx'))

interface LivePanelProps {
  store: DeviceStore
  tree: MonitorAreas
  params: DashboardParams & { last: number | null }
  onChange: (change: Partial<DashboardParams>) => void
  zone: Zone
}

/** One device of an area: its latest values and today's curve (spec 1 §2.5). */
export function LivePanel({ store, tree, params, onChange, zone }: LivePanelProps) {
  const translate = useTranslate()
  const all = useListedDevices(store)
  const today = zone.day(useClock(60_000))
  const { listed } = tree
  const devices = useMemo(() => {
    const { ids } = listDevices(all.heads(), {
      areas: listed,
      searchHits: null,
      online: 'all',
      run: 'all',
      sort: 'default',
      closedAreas: new Set(),
    })
    return ids.flatMap((id) => store.get(id) ?? [])
  }, [store, listed, all])
  const options = useMemo(() => devices.map(({ id, name, sn }) => ({ id, name, hint: sn })), [devices])
  // An automatically chosen device stays while the user looks at it, whatever goes online or offline.
  const [picked, setPicked] = useState<number | null>(null)
  const chosen = pickDevice(devices, params.device ?? picked, params.last)
  if (chosen !== picked) setPicked(chosen)
  return (
    <section className={clsx(dashboardCss.card, css.live)} aria-label={translate('dashboard.live')}>
      <div className={css.liveTitle}>
        <h2>{translate('dashboard.live')}</h2>
        {chosen !== null && <DeviceState id={chosen} />}
      </div>
      <div className={css.picks}>
        <span className={css.pick}>
          <MapPin size={14} strokeWidth={1.9} aria-hidden />
          <AreaSelect
            label={translate('dashboard.area')}
            areas={tree.areas}
            value={tree.selected}
            withAll={tree.withAll}
            onChange={(area) => onChange({ area: tree.toParam(area), device: null })}
          />
        </span>
        <span className={css.pick}>
          <Cpu size={14} strokeWidth={1.9} aria-hidden />
          <Suspense
            fallback={
              <span className={clsx(controlsCss.input, pickerCss.comboButton)}>
                {options.find(({ id }) => id === chosen)?.name}
              </span>
            }
          >
            <Combo
              label={translate('dashboard.device')}
              options={options}
              value={chosen}
              onChange={(device) => onChange({ device })}
            />
          </Suspense>
        </span>
        {chosen !== null && <MoreLink device={chosen} today={today} />}
      </div>
      {chosen === null ? (
        <EmptyState title={translate('dashboard.noDevice')} hint={translate('dashboard.noDeviceHint')} />
      ) : (
        <Device key={chosen} id={chosen} zone={zone} />
      )}
    </section>
  )
}

/** The device's state as text, beside the title. */
function DeviceState({ id }: { id: number }) {
  const translate = useTranslate()
  const shown = useShownDevice(id)
  if (shown === null) return null
  return (
    <span className={css.state} title={stateWords(shown, shown.alarm, translate)}>
      <StatusMark status={shown.measured ? 'alarm' : shown.status} />
      <span className={textCss.ellipsis}>{stateWords(shown, shown.alarm, translate)}</span>
    </span>
  )
}

function Device({ id, zone }: { id: number; zone: Zone }) {
  const translate = useTranslate()
  const shown = useShownDevice(id)
  if (shown === null) return null
  const { device, status } = shown
  return (
    <>
      {device.nodes.length === 0 ? (
        <p className={css.none}>{translate('monitor.card.noNodes')}</p>
      ) : (
        <ul className={css.tiles} data-status={status} aria-label={translate('dashboard.values')}>
          {shownNodes(device.nodes, alarmedOf(shown)).map((node) => (
            <NodeTile key={node.id} node={node} alarm={isAlarmNode(shown, node)} />
          ))}
        </ul>
      )}
      <Suspense
        fallback={
          <div className={css.today}>
            <ChartSkeleton />
          </div>
        }
      >
        <TodayChart device={device} zone={zone} />
      </Suspense>
    </>
  )
}

const alarmedOf = (shown: ShownDevice): ReadonlySet<number> =>
  new Set(shown.device.nodes.filter((node) => isAlarmNode(shown, node)).map(({ id }) => id))

/** Link to more about the device: its day in the history, else its live data. */
function MoreLink({ device, today }: { device: number; today: string }) {
  const translate = useTranslate()
  const caller = useCaller()
  const history = mayOpen(caller, '2-2')
  if (!history && !mayOpen(caller, '2-1')) return null
  const to = history ? `/monitor/history?devices=${device}&day=${today}` : deviceAddress(device)
  const label = translate(history ? 'dashboard.toHistory' : 'dashboard.toList')
  return (
    <IconButton to={to} component={Link} className={css.more} aria-label={label} title={label}>
      <ArrowUpRight size={16} strokeWidth={1.75} aria-hidden />
    </IconButton>
  )
}
