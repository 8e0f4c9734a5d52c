import { Cpu, Router } from 'lucide-react'
import { useTranslate } from 'ra-core'
import type { OnlineNumbers } from '../../../dataProvider/calls.ts'
import { mayOpen } from '../../../resources/kit/access.ts'
import type { Zone } from '../../chart/zones.ts'
import type { DeviceStore } from '../../live/deviceStore.ts'
import { useDeviceIndex } from '../../live/useDevice.ts'
import { useCaller } from '../../ui/index.ts'
import { AlarmCard } from './AlarmCard.tsx'
import { gatewayCount } from './figures.ts'
import { PhoneCard } from './PhoneCard.tsx'
import { RingCard } from './RingCard.tsx'
import { useAlarmTotals, useOnlineNumbers } from './useOverview.ts'

interface OverviewCardsProps {
  zone: Zone
  store: DeviceStore
  /** How many gateways there are by name. */
  gateways: number
  /** Counts up whenever the reader wants the figures anew at once. */
  asked: number
  /** The error the page says already, or null. */
  said: unknown
}

/** The first row, for the super administrator and holders of key 10 (spec 1 §2.5). Alarms are counted for whoever may read them. */
export function OverviewCards({ zone, store, gateways, asked, said }: OverviewCardsProps) {
  const translate = useTranslate()
  const online = useOnlineNumbers(asked)
  const devices = online.data && { online: online.data.onlinenum, total: online.data.sumnum }
  return (
    <div className="dash-cards">
      <RingCard label={translate('dashboard.devices')} icon={Cpu} count={devices} poll={online.poll} said={said} />
      <Gateways numbers={online.data} poll={online.poll} store={store} known={gateways} said={said} />
      {mayOpen(useCaller(), ALARM_RECORDS) && <Alarms zone={zone} asked={asked} said={said} />}
      <PhoneCard />
    </div>
  )
}

const ALARM_RECORDS = '2-3'

interface GatewaysProps {
  numbers: OnlineNumbers | null
  poll: ReturnType<typeof useOnlineNumbers>['poll']
  store: DeviceStore
  known: number
  said: unknown
}

/** As the platform counts them, or as the devices behind them say. */
function Gateways({ numbers, poll, store, known, said }: GatewaysProps) {
  const translate = useTranslate()
  useDeviceIndex(store)
  const count = numbers?.gateways ? { online: numbers.gateways.onlinenum, total: numbers.gateways.sumnum } : numbers && (gatewayCount(store.listed().heads(), known) ?? { online: 0, total: known })
  return <RingCard label={translate('dashboard.gateways')} icon={Router} count={count} poll={poll} said={said} />
}

function Alarms({ zone, asked, said }: { zone: Zone; asked: number; said: unknown }) {
  return <AlarmCard {...useAlarmTotals(zone, asked)} said={said} />
}
