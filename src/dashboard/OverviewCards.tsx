import { Cpu, Router } from 'lucide-react'
import { useTranslate } from 'react-admin'
import { useMemo } from 'react'
import type { Zone } from '../../resources/kit/zone.ts'
import type { DeviceStore } from '../live/deviceStore.ts'
import { countConnections } from '../live/deviceStatus.ts'
import type { Poller, PollState } from '../live/poller.ts'
import { useDeviceIndex, useListedDevices } from '../live/useDevice.ts'
import { errorOf, isLoaded, usePollState } from '../live/usePoll.ts'
import { AlarmCard } from './AlarmCard.tsx'
import { gatewayCount } from './figures.ts'
import { PhoneCard } from './PhoneCard.tsx'
import { RingCard } from './RingCard.tsx'
import { useGatewayNumbers } from './useOverview.ts'
import css from './overview.module.css'

interface OverviewCardsProps {
  zone: Zone
  store: DeviceStore
  /** The poll of the devices in `store`. */
  poll: Poller
  /** Areas whose devices count as offline; null until they are known. */
  closedAreas: ReadonlySet<number> | null
  /** Number of gateways by name. */
  gateways: number
  /** Incremented by each manual refresh. */
  refreshCount: number
  /** The error that the page shows already, or null. */
  pageError: unknown
  /** Shown below judged stations, whose first row has the devices. */
  judged?: boolean
}

/** The number of devices, gateways and alarms, for the super administrator and holders of key 10 (spec 1 §2.5). */
export function OverviewCards({
  zone,
  store,
  poll,
  closedAreas,
  gateways,
  refreshCount,
  pageError,
  judged = false,
}: OverviewCardsProps) {
  return (
    <div className={css.cards} data-judged={judged || undefined}>
      {!judged && <Devices store={store} poll={poll} closedAreas={closedAreas} pageError={pageError} />}
      <Gateways store={store} named={gateways} refreshCount={refreshCount} pageError={pageError} />
      <AlarmCard zone={zone} refreshCount={refreshCount} pageError={pageError} />
      <PhoneCard />
    </div>
  )
}

/** Counted as by the list and the map. */
function Devices({
  store,
  poll,
  closedAreas,
  pageError,
}: Pick<OverviewCardsProps, 'store' | 'poll' | 'closedAreas' | 'pageError'>) {
  const translate = useTranslate()
  const listed = useListedDevices(store)
  const [loaded, error, busy] = [usePollState(poll, isLoaded), usePollState(poll, errorOf), usePollState(poll, isBusy)]
  const count = useMemo(() => {
    if (!loaded || closedAreas === null) return null
    const { online, offline, unknown } = countConnections(listed.heads(), closedAreas)
    return { online, offline, total: online + offline + unknown }
  }, [loaded, listed, closedAreas])
  return (
    <RingCard
      label={translate('dashboard.devices')}
      icon={Cpu}
      count={count}
      poll={{ busy, error, refresh: poll.refresh }}
      pageError={pageError}
    />
  )
}

const isBusy = ({ busy }: PollState): boolean => busy

/** Counted by the platform, or as reported by the devices behind them. */
function Gateways({
  store,
  named,
  refreshCount,
  pageError,
}: Pick<OverviewCardsProps, 'store' | 'refreshCount' | 'pageError'> & { named: number }) {
  const translate = useTranslate()
  const { data, poll } = useGatewayNumbers(refreshCount)
  useDeviceIndex(store)
  const numbers = data?.numbers
  const count = numbers
    ? { online: numbers.online, offline: Math.max(0, numbers.total - numbers.online), total: numbers.total }
    : data && gatewayCount(store.listed().heads(), named)
  return (
    <RingCard label={translate('dashboard.gateways')} icon={Router} count={count} poll={poll} pageError={pageError} />
  )
}
