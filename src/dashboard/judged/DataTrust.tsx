import { useQuery } from '@tanstack/react-query'
import { lazy, Suspense } from 'react'
import { useTranslate } from 'react-admin'
import { Link } from 'react-router-dom'
import { platformNow } from '../../../dataProvider/clock.ts'
import { qualityRates } from '../../../dataProvider/calls/oneDevice.ts'
import { mayOpen } from '../../../resources/kit/access.ts'
import { deviceAddress } from '../../../resources/menu.ts'
import { mayRead } from '../../../resources/reads.ts'
import type { Zone } from '../../../resources/kit/zone.ts'
import { ROOT_AREA } from '../../../resources/area.ts'
import { StatusMark, useCaller, useExtensions } from '../../kit/index.ts'
import { ageWords } from '../../live/display.ts'
import { Panel } from './Panel.tsx'
import type { Offline } from './useOffline.ts'
import css from './judged.module.css'

const RateRows = lazy(async () => ({ default: (await import('../../environment/RateRows.tsx')).RateRows }))

const SHOWN = 3
/** Poll interval while no rate is known, ms. */
const SOONER = 60_000

/** How reliable the page's data is: this month's rates, and which devices are offline since when. */
export function DataTrust({ offline, zone, now }: { offline: Offline; zone: Zone; now: number }) {
  const translate = useTranslate()
  const caller = useCaller()
  const told = useExtensions()?.has('quality') === true && mayRead(caller, 'history')
  const month = zone.startOf(`${zone.day(now).slice(0, 7)}-01`)
  const { data, error, refetch, isPending } = useQuery({
    queryKey: ['quality', 'all', month],
    queryFn: async ({ signal }) => ({
      rates: await qualityRates({ dis_id: ROOT_AREA }, { from: month, to: platformNow() }, signal),
    }),
    enabled: told,
    // While the history of devices is being imported, no data counts as due yet.
    refetchInterval: ({ state }) => state.data?.rates === null && SOONER,
    staleTime: 600_000,
    retry: false,
  })
  return (
    <Panel
      area="trust"
      title={translate('overview.trust')}
      beside={told && translate('overview.month')}
      end={told && mayOpen(caller, '2-8') && <Link to="/monitor/quality">{translate('overview.list')}</Link>}
      error={error}
      onRetry={() => void refetch()}
      waiting={told && isPending}
    >
      {data && (
        <Suspense fallback={null}>
          <RateRows rates={data.rates} />
        </Suspense>
      )}
      {offline.length > 0 && (
        <ul className={css.offline}>
          {offline.slice(0, SHOWN).map(({ id, name, since }) => (
            <li key={id}>
              <StatusMark status="offline" />
              <Link to={deviceAddress(id)}>{name}</Link>
              <span>{since === null ? translate('monitor.card.noData') : ageWords(since, now, translate)}</span>
            </li>
          ))}
        </ul>
      )}
      {mayOpen(caller, '2-1') && offline.length > 0 && (
        <Link to="/monitor/data?online=offline">{translate('overview.allOffline', { count: offline.length })}</Link>
      )}
    </Panel>
  )
}
