import { clsx } from 'clsx'
import { useSearchParams } from 'react-router-dom'
import { useTranslate } from 'react-admin'
import { lazy, Suspense, useEffect, useMemo, useState, useCallback } from 'react'
import { stored, store } from './stored.ts'
import { readParams, writeParams, type DashboardParams } from './dashboardParams.ts'
import { PANEL_KEY } from './figures.ts'
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
import { EmptyState, InlineError, PageHeader, useCaller, useExtensions } from '../kit/index.ts'
import { useEnvironment } from '../environment/useEnvironment.ts'
import JudgedOverview from './judged/JudgedOverview.tsx'
import { DisplayContext } from '../live/display.ts'
import { useAreaTree } from '../live/useAreaTree.ts'
import { Freshness } from './Freshness.tsx'
import { TryPanel } from './TryPanel.tsx'
import { LiveWaiting, PlainWaiting } from './Waiting.tsx'
import overviewCss from './overview.module.css'
import css from './dashboard.module.css'

// Shown below judged stations, or alone without them; and the page of an empty platform.
const PlainOverview = lazy(() => import('./PlainOverview.tsx'))
const Onboarding = lazy(async () => ({ default: (await import('./Onboarding.tsx')).Onboarding }))
const OverviewCards = lazy(async () => ({ default: (await import('./OverviewCards.tsx')).OverviewCards }))

/**
 * / (spec 1 §2.5): what is online, what is in alarm, one device's values and day, devices by area; for an empty
 * platform, the steps to its first value.
 */
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
  const names = useLiveNames(store.inAlarm().size > 0)
  const tree = useAreaTree(store, names, params.area, loaded)
  const now = useClock(30_000)
  const extensions = useExtensions()
  const environment = useEnvironment({ parts: false })
  const judged = environment.verdicts.length > 0
  const [head, setHead] = useState<HTMLElement | null>(null)
  const display = useMemo(() => ({ names, now, zone }), [names, now, zone])
  const [refreshCount, setRefreshCount] = useState(0)
  const refresh = () => {
    setRefreshCount(refreshCount + 1)
    void poll.refresh()
  }
  // Checked at each poll: a first value changes nothing else that renders the page again.
  const start = usePollState(poll, (state) => isLoaded(state) && isBeginning(store))
  useEffect(() => {
    if (loaded && !start) followStart(false)
  }, [loaded, start])
  // The scope of the page's counts, whatever area the device below is chosen from: shown if one area holds all devices.
  const [whole] = tree.withAll ? [] : tree.areas
  const place = [isSuper(caller) ? translate('dashboard.allProjects') : null, whole?.name].filter(Boolean).join(' · ')
  return (
    <DeviceStoreContext.Provider value={store}>
      <DisplayContext.Provider value={display}>
        <div className={css.dash}>
          <PageHeader title={translate('menu.1')} actions={<Freshness poll={poll} feed={feed} onRefresh={refresh} />}>
            <HelpButton topic="" name={translate('menu.1')} />
            {place && <span className={css.place}>{place}</span>}
            <span ref={setHead} className={css.sentence} />
          </PageHeader>
          <div className={css.body}>
            {!start && <TryPanel />}
            {loaded && error !== null && <InlineError error={error} onRetry={() => void poll.refresh()} />}
            {names.areaError !== null && (loaded || error === null) && (
              <InlineError error={names.areaError} onRetry={names.retryAreas} />
            )}
            {start && store.size() > 0 && mayOpen(caller, PANEL_KEY) && (
              <Suspense>
                <OverviewCards
                  zone={zone}
                  store={store}
                  poll={poll}
                  closedAreas={names.areas === undefined && names.areaError === null ? null : names.closedAreas}
                  gateways={names.gateways.size}
                  refreshCount={refreshCount}
                  pageError={error}
                />
              </Suspense>
            )}
            {start ? (
              mayUse(caller, deviceResource, 'create') ? (
                <Suspense>
                  <Onboarding device={[...store.all()][0] ?? null} />
                </Suspense>
              ) : (
                <div className={clsx(css.card, overviewCss.overviewCard)}>
                  <EmptyState title={translate('monitor.empty.none')} hint={translate('dashboard.emptyHint')} />
                </div>
              )
            ) : (
              <Suspense fallback={<LiveWaiting />}>
                {extensions === undefined || environment.isPending ? (
                  <LiveWaiting />
                ) : (
                  <>
                    {environment.error !== null && (
                      <InlineError error={environment.error} onRetry={environment.refetch} />
                    )}
                    {judged && (
                      <JudgedOverview
                        environment={environment}
                        store={store}
                        poll={poll}
                        names={names}
                        zone={zone}
                        now={now}
                        head={head}
                      />
                    )}
                    <Suspense fallback={<PlainWaiting />}>
                      <PlainOverview
                        store={store}
                        poll={poll}
                        names={names}
                        tree={tree}
                        params={params}
                        onChange={change}
                        zone={zone}
                        refreshCount={refreshCount}
                        judged={judged}
                      />
                    </Suspense>
                  </>
                )}
              </Suspense>
            )}
          </div>
        </div>
      </DisplayContext.Provider>
    </DeviceStoreContext.Provider>
  )
}

/** Returns whether the platform is empty, or has only a few devices that have never sent a value. */
function isBeginning(store: DeviceStore): boolean {
  return (
    store.size() <= FIRST_DEVICES && ![...store.all()].some(({ nodes }) => nodes.some(({ value }) => value !== null))
  )
}

const FIRST_DEVICES = 3

const DEVICE_KEY = 'dashboardDevice'

/**
 * Keeps the page's state in its address, so that a view can be shared; the last viewed device is also remembered by the
 * browser.
 */
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
