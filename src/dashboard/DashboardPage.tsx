import { clsx } from 'clsx'
import { useSearchParams } from 'react-router-dom'
import { useTranslate } from 'react-admin'
import { useEffect, useMemo, useState, useCallback } from 'react'
import { stored, store } from './stored.ts'
import { readParams, writeParams, type DashboardParams } from './dashboardParams.ts'
import { device as deviceResource } from '../../resources/device.ts'
import { isSuper, mayOpen, mayUse } from '../../resources/kit/access.ts'
import { useZone } from '../chart/useZone.ts'
import type { DeviceStore } from '../live/deviceStore.ts'
import { useClock } from '../live/useClock.ts'
import { DeviceStoreContext, useDeviceIndex } from '../live/useDevice.ts'
import { useLiveDevices } from '../live/useLiveDevices.ts'
import { useLiveNames } from '../live/useLiveNames.ts'
import { errorOf, isLoaded, usePollState } from '../live/usePoll.ts'
import { useTellBell } from '../live/failed.ts'
import { HelpButton } from '../kit/help/HelpButton.tsx'
import { followStart } from '../kit/startTrail.ts'
import { EmptyState, InlineError, PageHeader, useCaller, Badge } from '../kit/index.ts'
import { DisplayContext } from '../live/display.ts'
import { useAreaTree } from '../live/useAreaTree.ts'
import { AreaCard } from './AreaCard.tsx'
import { Freshness } from './Freshness.tsx'
import { LivePanel } from './LivePanel.tsx'
import { Onboarding } from './Onboarding.tsx'
import { OverviewCards } from './OverviewCards.tsx'
import { TryPanel } from './TryPanel.tsx'
import { AreasWaiting, LiveWaiting } from './Waiting.tsx'
import overviewCss from './overview.module.css'
import css from './dashboard.module.css'

/** Key of the cards above (spec 1 §6). */
const PANEL_KEY = '10'

/** / (spec 1 §2.5): what is on line, what is in alarm, one device's values and day, devices by area; for an empty platform, the way to its first value. */
export default function DashboardPage() {
  const translate = useTranslate()
  const caller = useCaller()
  const zone = useZone()
  const [params, change] = useDashboardParams()
  const { store, poll, feed } = useLiveDevices()
  useDeviceIndex(store)
  useTellBell(poll)
  const loaded = usePollState(poll, isLoaded)
  const error = usePollState(poll, errorOf)
  const names = useLiveNames(store.inAlarm())
  const tree = useAreaTree(store, names, params.area, loaded)
  const now = useClock(30_000)
  const display = useMemo(() => ({ names, now, zone }), [names, now, zone])
  const [refreshCount, setRefreshCount] = useState(0)
  const refresh = () => {
    setRefreshCount(refreshCount + 1)
    void poll.refresh()
  }
  // Looked at with each poll: a first value changes nothing else that draws the page again.
  const start = usePollState(poll, (state) => isLoaded(state) && isBeginning(store))
  useEffect(() => {
    if (loaded && !start) followStart(false)
  }, [loaded, start])
  const place = [isSuper(caller) ? translate('dashboard.allProjects') : null, tree.title].filter(Boolean).join(' · ')
  return (
    <DeviceStoreContext.Provider value={store}>
      <DisplayContext.Provider value={display}>
        <div className={css.dash}>
          <PageHeader title={translate('menu.1')} actions={<Freshness poll={poll} feed={feed} onRefresh={refresh} />}>
            <HelpButton topic="" name={translate('menu.1')} />
            {place && <span className={css.place}>{place}</span>}
          </PageHeader>
          <div className={css.body}>
            {!start && <TryPanel />}
            {loaded && error !== null && <InlineError error={error} onRetry={() => void poll.refresh()} />}
            {names.areaError !== null && (loaded || error === null) && (
              <InlineError error={names.areaError} onRetry={names.retryAreas} />
            )}
            {mayOpen(caller, PANEL_KEY) && !(start && store.size() === 0) && (
              <OverviewCards
                zone={zone}
                store={store}
                poll={poll}
                closedAreas={names.areas === undefined && names.areaError === null ? null : names.closedAreas}
                gateways={names.gateways.size}
                refreshCount={refreshCount}
                pageError={error}
              />
            )}
            {start ? (
              mayUse(caller, deviceResource, 'create') ? (
                <Onboarding device={[...store.all()][0] ?? null} />
              ) : (
                <div className={clsx(css.card, overviewCss.overviewCard)}>
                  <EmptyState title={translate('monitor.empty.none')} hint={translate('dashboard.emptyHint')} />
                </div>
              )
            ) : (
              <div className={css.main} data-stale={error !== null || undefined}>
                {loaded ? (
                  <LivePanel store={store} tree={tree} params={params} onChange={change} zone={zone} />
                ) : error === null ? (
                  <LiveWaiting />
                ) : (
                  <Failed label={translate('dashboard.live')} error={error} onRetry={() => void poll.refresh()} />
                )}
                <aside className={css.side}>
                  {loaded ? (
                    <AreaCard store={store} areas={tree.areas} />
                  ) : (
                    <AreasWaiting error={error} onRetry={() => void poll.refresh()} />
                  )}
                  <UpdateLog />
                </aside>
              </div>
            )}
          </div>
        </div>
      </DisplayContext.Provider>
    </DeviceStoreContext.Provider>
  )
}

/** In the place of the live device: why it does not come. */
const Failed = ({ label, error, onRetry }: { label: string; error: unknown; onRetry: () => void }) => (
  <section className={clsx(css.card, overviewCss.overviewCard, css.failed)} aria-label={label}>
    <h2>{label}</h2>
    <InlineError error={error} onRetry={onRetry} />
  </section>
)

/** Nothing there yet, or a first few devices that have never sent a value. */
function isBeginning(store: DeviceStore): boolean {
  return (
    store.size() <= FIRST_DEVICES && ![...store.all()].some(({ nodes }) => nodes.some(({ value }) => value !== null))
  )
}

const FIRST_DEVICES = 3

const DEVICE_KEY = 'dashboardDevice'

/** The page's state in its address, so that a view can be sent to a colleague; the device looked at last is remembered by the browser too. */
function useDashboardParams(): [DashboardParams & { last: number | null }, (change: Partial<DashboardParams>) => void] {
  const [search, setSearch] = useSearchParams()
  const params = useMemo(() => ({ ...readParams(search), last: Number(stored(DEVICE_KEY)) || null }), [search])
  const change = useCallback(
    (changed: Partial<DashboardParams>) => {
      if (changed.device) store(DEVICE_KEY, String(changed.device))
      setSearch((before) => writeParams({ ...readParams(before), ...changed }), { replace: true })
    },
    [setSearch],
  )
  return [params, change]
}

/** What is new in the console, version by version (spec 1 §2.5). */
function UpdateLog() {
  const translate = useTranslate()
  const [newest] = updates
  return (
    <section
      className={clsx(css.card, overviewCss.overviewCard, overviewCss.updates)}
      aria-label={translate('dashboard.log')}
    >
      <header className={css.head}>
        <h2>{translate('dashboard.log')}</h2>
        {newest && <Badge tone="primary">v{newest.version}</Badge>}
      </header>
      <ul aria-label={translate('dashboard.log')}>
        {updates.flatMap(({ version, notes }) =>
          notes.map((note, index) => (
            <li key={note}>
              <span className={overviewCss.version}>{index === 0 && `v${version}`}</span>
              <span>{translate(note)}</span>
            </li>
          )),
        )}
      </ul>
    </section>
  )
}

/** What is new in a version, as keys of its sentences. */
interface Update {
  version: string
  notes: readonly string[]
}

/** CHANGELOG.md in a few words for those who use the console, newest first. A version joins both at its release. */
export const updates: readonly Update[] = [
  { version: '0.4.0', notes: ['dashboard.updates.quality', 'dashboard.updates.choosing'] },
  { version: '0.3.0', notes: ['dashboard.updates.law', 'dashboard.updates.upward', 'dashboard.updates.kit'] },
  { version: '0.2.0', notes: ['dashboard.updates.control', 'dashboard.updates.lists', 'dashboard.updates.safety'] },
  {
    version: '0.1.0',
    notes: [
      'dashboard.updates.monitoring',
      'dashboard.updates.history',
      'dashboard.updates.alarms',
      'dashboard.updates.management',
      'dashboard.updates.platform',
    ],
  },
]
