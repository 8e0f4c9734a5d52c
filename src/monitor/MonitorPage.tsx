import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useTranslate } from 'react-admin'
import { Suspense, useCallback, useMemo, useRef, useState } from 'react'
import { Navigate, useSearchParams } from 'react-router-dom'
import { searchDevices, type SearchMode } from '../../dataProvider/calls.ts'
import { useZone } from '../chart/useZone.ts'
import { useClock } from '../live/useClock.ts'
import { DeviceStoreContext, useDeviceIndex } from '../live/useDevice.ts'
import { useLiveDevices } from '../live/useLiveDevices.ts'
import { useLiveNames } from '../live/useLiveNames.ts'
import { readMoment, withoutMoment } from '../live/moment.ts'
import { isLoaded, usePollState } from '../live/usePoll.ts'
import { AreaTree } from '../kit/areaTree/AreaTree.tsx'
import { useTellBell } from '../live/failed.ts'
import { StatusMark } from '../kit/index.ts'
import { useMayControl } from '../kit/hooks/useMayControl.ts'
import { usePhone } from '../kit/hooks/useMedia.ts'
import { AreaPicker } from './list/AreaPicker.tsx'
import { pageOfDialog } from './dialogs/openDialog.ts'
import type { StationVerdict } from '../environment/verdict.ts'
import { DisplayContext } from '../live/display.ts'
import { FilterBar } from './list/FilterBar.tsx'
import { ListPanel } from './list/ListPanel.tsx'
import { TicksLegend } from './list/TicksLegend.tsx'
import { MapPanel, readMode, VideoPanel, withMode } from './modes.ts'
import { ModeSwitch } from './ModeSwitch.tsx'
import { MonitorHead } from './MonitorHead.tsx'
import { UNFILTERED } from './monitorParams.ts'
import { PastBar } from './past/PastBar.tsx'
import { PastStatus } from './past/PastMoment.tsx'
import { pastParams, usePast } from './past/usePast.ts'
import { RefreshStatus } from './RefreshStatus.tsx'
import { SearchBox } from './SearchBox.tsx'
import { useAreaTree } from '../live/useAreaTree.ts'
import { useAreaClasses } from './list/useAreaClasses.tsx'
import { useListed } from './list/useListed.ts'
import { VerdictsContext } from './list/verdicts.ts'
import { useListVerdicts } from './list/useListVerdicts.ts'
import { useMonitorParams } from './useMonitorParams.ts'
import { useVideos } from './video/useVideos.ts'
import css from './monitor.module.css'

/**
 * /monitor/data (spec 1 §2.7): the devices of an area with their live values, as cards or rows, on a map, or as videos.
 */
export default function MonitorPage() {
  // An old address that names a device's dialog over this list redirects to the device's page.
  const page = pageOfDialog(useSearchParams()[0])
  return page === null ? <LiveDevices /> : <Navigate to={page} replace />
}

function LiveDevices() {
  const translate = useTranslate()
  const [asked, change] = useMonitorParams()
  const { store: live, early, poll, feed } = useLiveDevices(asked.area ?? undefined)
  useDeviceIndex(live)
  useTellBell(poll)
  const loaded = usePollState(poll, isLoaded)
  const names = useLiveNames(live.inAlarm().size > 0)
  const clock = useClock(30_000)
  const zone = useZone()
  const phone = usePhone()
  const mayControl = useMayControl()
  const [address, setAddress] = useSearchParams()
  const mode = readMode(address)
  // Video mode shows the present only.
  const past = usePast(mode === 'video' ? null : readMoment(address), live, loaded, mode === 'list')
  const { store, moment: now } = past ?? { store: live, moment: clock }
  const params = past ? pastParams(asked, past.lasted) : asked
  const tree = useAreaTree(store, names, params.area, loaded)
  const videos = useVideos(names.areas && tree.areas, tree.selected)
  const [searching, setSearching] = useState(params.q !== '')
  /** The version of the device store at the last manual refresh: a new value sorts the list again. */
  const [refreshVersion, setRefreshVersion] = useState(0)
  /** How often the user had the list sorted again for new alarms. */
  const [reorders, setReorders] = useState(0)
  const panel = useRef<HTMLDivElement>(null)

  const { q, by, online, run, sort, bound, judged } = params
  // Requested once the list is shown, which does not wait for the verdicts.
  const law = useListVerdicts(params, loaded && mode === 'list', past?.moment ?? null)
  const [isPast, pastNames] = [past !== null, past?.names]
  const display = useMemo(
    () => ({ names: { ...names, ...pastNames }, now, zone, mayControl: mayControl && !isPast, isPast }),
    [names, pastNames, isPast, now, zone, mayControl],
  )
  const { closedAreas } = display.names
  const counts = useAreaClasses(tree, store, mode === 'list' ? law.byDevice : NONE, { closedAreas, now })
  const search = useQuery({
    queryKey: ['live', 'search', by, q],
    // Without a search text all devices match. Until the next answer arrives the list keeps the previous result.
    queryFn: ({ signal }) => (q === '' ? null : searchDevices(by, q, signal)),
    placeholderData: keepPreviousData,
    staleTime: 0,
  })
  const results = q === '' ? null : (search.data ?? null)
  const searchHits = useMemo(() => results && new Set(results.map(({ id }) => id)), [results])
  const searchError = q === '' ? null : search.error
  const unanswered = searchError !== null && search.data === undefined
  const { listed: areas } = tree
  const query = useMemo(
    () => ({ areas, searchHits, online, run, sort, bound, judged, closedAreas, ...law.order }),
    [areas, searchHits, online, run, sort, bound, judged, closedAreas, law.order],
  )
  // The answer for ten thousand devices takes long: the devices that arrive first are shown while the rest is arriving.
  const listed = useListed(
    past || loaded || sort !== 'default' ? store : early,
    query,
    refreshVersion + reorders,
    panel,
    law.facts,
  )

  const { refresh } = poll
  /** Refreshes and then sorts the list again; a search is reset to the plain list (spec 1 §4). */
  const onRefresh = useCallback(() => {
    if (q !== '') change({ q: '' })
    void refresh().then(() => setRefreshVersion(live.index()))
  }, [change, refresh, live, q])
  // A search covers all areas, and choosing an area ends it: the area marked in the tree is always the one that is
  // listed.
  const onSearch = useCallback(
    (mode: SearchMode, text: string) => change({ by: mode, q: text, ...(text === '' ? {} : { area: null }) }),
    [change],
  )
  const onAlarmsOnly = (on: boolean) => change({ run: on ? 'abnormal' : 'all' })
  const onArea = (id: number | null) => change({ area: tree.toParam(id), q: '' })

  const treeProps = {
    areas: tree.areas,
    selected: tree.selected,
    onSelect: onArea,
    counts,
    alarms: tree.alarms,
    withAll: tree.withAll,
    none: names.areas?.length === 0,
    waiting: names.areas === undefined && names.areaError === null,
    error: names.areaError,
    onRetry: names.retryAreas,
  }
  const searchBox = <SearchBox by={by} q={q} onSearch={onSearch} />
  const modes = (
    <ModeSwitch
      mode={mode}
      hasVideo={mode === 'video' || (videos.data?.length ?? 0) > 0}
      onChange={(next) => setAddress((before) => withMode(before, next))}
    />
  )
  const status = past ? (
    <PastStatus moment={past.moment} onNow={() => setAddress(withoutMoment, { replace: true })} />
  ) : (
    <RefreshStatus poll={poll} feed={feed} onRefresh={onRefresh} phone={phone} />
  )
  return (
    <DeviceStoreContext.Provider value={store}>
      <DisplayContext.Provider value={display}>
        <div className={css.monitor}>
          <MonitorHead
            phone={phone}
            picker={<AreaPicker {...treeProps} title={tree.title ?? translate('monitor.tree.all')} />}
            modes={modes}
            status={status}
            isList={mode === 'list'}
            layout={params.layout}
            onLayout={(layout) => change({ layout })}
            searching={searching}
            onSearching={setSearching}
          />
          <div className={css.body}>
            {!phone && (
              <aside className={css.areas} aria-label={translate('monitor.tree.label')}>
                <AreaTree {...treeProps} />
                <p className={css.legend}>
                  <StatusMark status="alarm" />
                  {translate('monitor.tree.hasAlarm')}
                </p>
                {mode === 'list' && law.byDevice.size > 0 && (
                  <Suspense>
                    <TicksLegend />
                  </Suspense>
                )}
              </aside>
            )}
            {mode === 'video' ? (
              <Suspense
                fallback={<div className={css.main} role="status" aria-label={translate('videoMode.loading')} />}
              >
                <VideoPanel
                  videos={videos.data}
                  error={videos.error ?? (videos.data === undefined ? names.areaError : null)}
                  onRetry={names.areaError === null ? videos.retry : names.retryAreas}
                  areaNames={names.areaNames}
                />
              </Suspense>
            ) : mode === 'map' ? (
              <Suspense fallback={<div className={css.main} role="status" aria-label={translate('map.loading')} />}>
                <MapPanel
                  store={store}
                  poll={poll}
                  listed={tree.listed}
                  area={params.area ?? tree.selected}
                  areas={tree.areas}
                  areaNames={names.areaNames}
                  alarmsOnly={run === 'abnormal'}
                  onAlarmsOnly={onAlarmsOnly}
                  lasted={past?.lasted ?? null}
                  phone={phone}
                />
              </Suspense>
            ) : (
              <div className={css.main} ref={panel}>
                {phone && searching && searchBox}
                {past ? (
                  <Suspense>
                    <PastBar
                      past={past}
                      alarmsOnly={run === 'abnormal'}
                      onAlarmsOnly={onAlarmsOnly}
                      search={phone ? undefined : searchBox}
                    />
                  </Suspense>
                ) : (
                  <FilterBar
                    params={params}
                    counts={(loaded && !unanswered && listed.counts) || undefined}
                    classes={(law.byDevice.size > 0 && listed.classes) || undefined}
                    standards={law.standards}
                    standard={law.order.standard}
                    quantities={law.quantities}
                    unit={law.unit}
                    onChange={change}
                    search={phone ? undefined : searchBox}
                  />
                )}
                <VerdictsContext.Provider value={law.byDevice}>
                  <ListPanel
                    poll={poll}
                    listed={listed}
                    layout={phone ? 'cards' : params.layout}
                    phone={phone}
                    empty={store.size() === 0}
                    params={params}
                    search={{
                      running: q !== '' && searchError === null && (search.isPending || search.isPlaceholderData),
                      error: searchError,
                      unanswered,
                    }}
                    reorders={reorders}
                    onReorder={() => setReorders(reorders + 1)}
                    onReset={() => change({ ...UNFILTERED, q: '' })}
                    onRetrySearch={() => void search.refetch()}
                  />
                </VerdictsContext.Provider>
              </div>
            )}
          </div>
        </div>
      </DisplayContext.Provider>
    </DeviceStoreContext.Provider>
  )
}

/** Outside list mode no verdicts are requested, and old ones are not shown. */
const NONE: ReadonlyMap<number, StationVerdict> = new Map()
