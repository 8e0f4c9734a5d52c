import { SearchX } from 'lucide-react'
import { useQuery } from '@tanstack/react-query'
import { useTranslate } from 'react-admin'
import { useEffect, useMemo, useState } from 'react'
import { useLocation, useParams, useSearchParams } from 'react-router-dom'
import { watchingRules } from '../../dataProvider/calls/deviceRules.ts'
import type { DeviceState } from '../../dataProvider/normalise.ts'
import { mayOpen } from '../../resources/kit/access.ts'
import { useZone } from '../chart/useZone.ts'
import { EmptyState, InlineError, PageHeader, useCaller } from '../kit/index.ts'
import { standardName } from '../environment/useClassWords.ts'
import { HomeLink } from '../kit/guard/HomeLink.tsx'
import { useMayControl } from '../kit/hooks/useMayControl.ts'
import { usePhone } from '../kit/hooks/useMedia.ts'
import { TextSkeleton } from '../kit/index.ts'
import { DeviceStore } from '../live/deviceStore.ts'
import { DisplayContext, shownOf } from '../live/display.ts'
import { useClock } from '../live/useClock.ts'
import { DeviceStoreContext } from '../live/useDevice.ts'
import { useLiveNames } from '../live/useLiveNames.ts'
import { DeviceDialogs } from '../monitor/dialogs/DeviceDialogs.tsx'
import { useOpenDialog } from '../monitor/dialogs/openDialog.ts'
import { ChangesCard } from './Changes.tsx'
import { DaysCard } from './Days.tsx'
import { Curves } from './Curves.tsx'
import { Head } from './Head.tsx'
import { Jumps } from './Jumps.tsx'
import { NeverSent } from './NeverSent.tsx'
import { NoiseCard } from './Noise.tsx'
import { CameraCard } from './side/Cameras.tsx'
import { CleanersCard } from './side/Cleaners.tsx'
import { FactsCard } from './side/Facts.tsx'
import { PlaceCard } from './side/Place.tsx'
import { RulesCard } from './side/Rules.tsx'
import { SwitchesCard } from './side/Switches.tsx'
import { StationPlate } from './StationPlate.tsx'
import { Trust } from './Trust.tsx'
import { useLaw } from './useLaw.tsx'
import { SPANS, useCurves, type Span } from './useCurves.ts'
import { useDeviceState, useMovedDevice } from './useDeviceState.ts'
import { Verdict } from './Verdict.tsx'
import css from './devicePage.module.css'

/**
 * /device/:id (design 8.5): everything about one device. Every user who may see the device may open it; each section
 * checks its own right.
 */
export default function DevicePage() {
  const translate = useTranslate()
  const id = Number(useParams()['id'])
  const known = Number.isInteger(id) && id > 0
  const query = useDeviceState(known ? id : 0)
  if (query.data)
    return <OneDevice key={id} polled={query.data} error={query.error} onRetry={() => void query.refetch()} />
  return (
    <div className={css.page}>
      <PageHeader title={translate('devicePage.title')} />
      {query.isPending ? (
        <div className={css.waiting} role="status" aria-label={translate('devicePage.loading')}>
          <TextSkeleton />
        </div>
      ) : query.error ? (
        <div className={css.waiting}>
          <InlineError error={query.error} onRetry={() => void query.refetch()} />
        </div>
      ) : (
        <EmptyState
          icon={<SearchX />}
          title={translate('deviceDialogs.gone')}
          hint={translate('deviceDialogs.goneHint')}
          action={<HomeLink />}
        />
      )}
    </div>
  )
}

interface OneDeviceProps {
  polled: DeviceState
  /** Error of the last poll, or null: what was loaded before is kept. */
  error: unknown
  onRetry: () => void
}

function OneDevice({ polled, error, onRetry }: OneDeviceProps) {
  const caller = useCaller()
  const translate = useTranslate()
  const zone = useZone()
  const phone = usePhone()
  const now = useClock(10_000)
  const mayControl = useMayControl()
  const names = useLiveNames(polled.thre_list.length > 0)
  const { device } = useMovedDevice(polled)
  const store = useOneDeviceStore(device)
  const [open, showDialog] = useOpenDialog()
  const [span, setSpan] = useSpan()
  const curves = useCurves(device.id, span)
  const display = useMemo(() => ({ names, now, zone, mayControl }), [names, now, zone, mayControl])
  const shown = shownOf(device, names, now, zone, translate)
  const seesRules = mayOpen(caller, '4-1')
  const rules = useQuery({ ...watchingRules(device.id), enabled: seesRules })
  const law = useLaw(shown)
  useJump()
  const never = device.nodes.every(({ value }) => value === null)
  return (
    <DeviceStoreContext.Provider value={store}>
      <DisplayContext.Provider value={display}>
        <div className={css.page}>
          <Head shown={shown} onDialog={showDialog} />
          <div className={css.body} data-status={shown.status}>
            {error !== null && <InlineError error={error} onRetry={onRetry} />}
            {law.error !== null && <InlineError error={law.error} onRetry={law.refetch} />}
            <div className={css.columns}>
              <div className={css.main}>
                {never ? (
                  <NeverSent device={device} />
                ) : (
                  <>
                    <Verdict
                      shown={shown}
                      rules={rules.data}
                      plate={law.verdicts.map((verdict) => (
                        <StationPlate key={verdict.medium} verdict={verdict} shown={shown} />
                      ))}
                    />
                    {phone && <SwitchesCard device={device} />}
                    <Curves
                      shown={shown}
                      curves={curves}
                      span={span}
                      onSpan={setSpan}
                      limitsOf={(node) =>
                        (rules.data ?? [])
                          .filter(({ enabled, nodemap }) => enabled && nodemap === node)
                          .flatMap(({ limits, ofShown }) => limits.map((value) => ({ value, ofShown })))
                      }
                      lawOf={law.lawOf}
                      beside={
                        law.verdict
                          ? translate('devicePage.bands', { basis: standardName(law.verdict.standard) })
                          : null
                      }
                    />
                    {law.sound && (
                      <NoiseCard device={device.id} node={law.sound.id} span={span} where={law.where} zone={zone} />
                    )}
                  </>
                )}
                <Trust
                  device={device.id}
                  online={device.online}
                  zone={zone}
                  gaps={span === 'day' && curves.range ? curves.gaps : null}
                />
                <div className={css.pair}>
                  {law.verdicts.map((verdict) => (
                    <DaysCard
                      key={verdict.medium}
                      device={device.id}
                      medium={verdict.medium}
                      zone={zone}
                      today={zone.day(now)}
                    />
                  ))}
                  <ChangesCard device={device.id} zone={zone} />
                </div>
              </div>
              <aside className={css.rail} aria-label={translate('devicePage.rail')}>
                <PlaceCard shown={shown} />
                <CameraCard device={device} />
                {seesRules && <RulesCard shown={shown} query={rules} />}
                {!phone && <SwitchesCard device={device} />}
                <CleanersCard json={device.json_data} />
                <FactsCard shown={shown} />
              </aside>
            </div>
          </div>
          {phone && <Jumps />}
        </div>
        {open && <DeviceDialogs open={open} device={device} onClose={() => showDialog(null)} />}
      </DisplayContext.Provider>
    </DeviceStoreContext.Provider>
  )
}

/** Provides a store with this device alone, for components that read a device from a store (dialogs, switches). */
function useOneDeviceStore(device: DeviceState): DeviceStore {
  const [store] = useState(() => {
    const fresh = new DeviceStore()
    fresh.apply({ full: true, devices: [device], removed: [], values: new Float64Array() })
    return fresh
  })
  useEffect(
    () => store.apply({ full: true, devices: [device], removed: [], values: new Float64Array() }),
    [store, device],
  )
  return store
}

/** The span of history shown, kept in the address. */
function useSpan(): [Span, (span: Span) => void] {
  const [search, setSearch] = useSearchParams()
  const span = SPANS.find((known) => known === search.get('span')) ?? 'day'
  return [
    span,
    (next) =>
      setSearch(
        (before) => {
          const after = new URLSearchParams(before)
          if (next === 'day') after.delete('span')
          else after.set('span', next)
          return after
        },
        { replace: true },
      ),
  ]
}

/** Scrolls to the section that the address names (`#switch`). */
function useJump(): void {
  const { hash } = useLocation()
  useEffect(() => {
    if (hash.length > 1) document.getElementById(hash.slice(1))?.scrollIntoView({ block: 'start' })
  }, [hash])
}
