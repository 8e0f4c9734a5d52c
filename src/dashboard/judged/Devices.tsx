import { useTranslate } from 'react-admin'
import { useMemo } from 'react'
import { Link } from 'react-router-dom'
import { mayOpen } from '../../../resources/kit/access.ts'
import { StatusMark, useCaller } from '../../kit/index.ts'
import { countConnections } from '../../live/deviceStatus.ts'
import type { DeviceStore } from '../../live/deviceStore.ts'
import type { Poller } from '../../live/poller.ts'
import { useDeviceIndex, useListedDevices } from '../../live/useDevice.ts'
import { errorOf, isLoaded, usePollState } from '../../live/usePoll.ts'
import { gatewayCount } from '../figures.ts'
import { useGatewayNumbers } from '../useOverview.ts'
import { Panel } from './Panel.tsx'
import environmentCss from '../../environment/environment.module.css'
import css from './judged.module.css'

interface DevicesProps {
  store: DeviceStore
  poll: Poller
  /** Areas whose devices count as offline; null until they are known. */
  closedAreas: ReadonlySet<number> | null
  /** How many gateways there are by name. */
  gateways: number
  refreshCount: number
}

/** How many devices and gateways are on line, counted as the list and the map count them. */
export function DevicesPanel({ store, poll, closedAreas, gateways, refreshCount }: DevicesProps) {
  const translate = useTranslate()
  const listedPage = mayOpen(useCaller(), '2-1')
  const listed = useListedDevices(store)
  useDeviceIndex(store)
  const [loaded, error] = [usePollState(poll, isLoaded), usePollState(poll, errorOf)]
  const { data } = useGatewayNumbers(refreshCount)
  const count = useMemo(
    () => (loaded && closedAreas !== null ? countConnections(listed.heads(), closedAreas) : null),
    [loaded, listed, closedAreas],
  )
  const numbers = data?.numbers ?? (data ? gatewayCount(listed.heads(), gateways) : null)
  const all = count ? count.online + count.offline + count.unknown : 0
  return (
    <Panel
      area="devices"
      title={translate('dashboard.devices')}
      end={listedPage && <Link to="/monitor/data">{translate('overview.list')}</Link>}
      error={loaded ? null : error}
      onRetry={() => void poll.refresh()}
      waiting={count === null}
    >
      {count && (
        <>
          <p className={css.figure}>
            <b>{count.online}</b> <small>/ {all}</small>
          </p>
          {numbers && (
            <p className={css.small}>
              {translate('overview.gateways', { online: numbers.online, total: numbers.total })}
            </p>
          )}
          <div className={environmentCss.share} aria-hidden="true">
            {(['online', 'offline', 'unknown'] as const).map((state) =>
              count[state] > 0 ? <i key={state} data-state={state} style={{ flexGrow: count[state] }} /> : null,
            )}
          </div>
          <ul className={environmentCss.classes}>
            {(['online', 'offline', 'unknown'] as const).map((state) =>
              count[state] > 0 ? (
                <li key={state}>
                  <StatusMark status={state} />
                  {translate(`dashboard.${state}`, { count: count[state] })}
                </li>
              ) : null,
            )}
          </ul>
        </>
      )}
    </Panel>
  )
}
