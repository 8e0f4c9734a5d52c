import { useTranslate } from 'react-admin'
import { lazy, Suspense, useMemo } from 'react'
import { Link } from 'react-router-dom'
import { mayOpen } from '../../../resources/kit/access.ts'
import { StatusMark, useCaller } from '../../kit/index.ts'
import { countConnections } from '../../live/deviceStatus.ts'
import type { DeviceStore } from '../../live/deviceStore.ts'
import type { Poller } from '../../live/poller.ts'
import { useListedDevices } from '../../live/useDevice.ts'
import { errorOf, isLoaded, usePollState } from '../../live/usePoll.ts'
import { Panel } from './Panel.tsx'
import environmentCss from '../../environment/environment.module.css'
import overviewCss from '../overview.module.css'
import css from './judged.module.css'

const OnlineRing = lazy(() => import('../OnlineRing.tsx'))

interface DevicesProps {
  store: DeviceStore
  poll: Poller
  /** Areas whose devices count as offline; null until they are known. */
  closedAreas: ReadonlySet<number> | null
}

/** The number of devices online, counted as by the list and the map. */
export function DevicesPanel({ store, poll, closedAreas }: DevicesProps) {
  const translate = useTranslate()
  const listedPage = mayOpen(useCaller(), '2-1')
  const listed = useListedDevices(store)
  const [loaded, error] = [usePollState(poll, isLoaded), usePollState(poll, errorOf)]
  const count = useMemo(
    () => (loaded && closedAreas !== null ? countConnections(listed.heads(), closedAreas) : null),
    [loaded, listed, closedAreas],
  )
  const known = count ? count.online + count.offline : 0
  const all = known + (count?.unknown ?? 0)
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
          <div className={css.devices}>
            <Suspense fallback={<span className={overviewCss.ring} />}>
              <OnlineRing label={translate('dashboard.devices')} count={{ ...count, total: all }} />
            </Suspense>
            <p className={css.figure}>
              <b>{known === 0 && all > 0 ? '—' : count.online}</b> <small>/ {all}</small>
            </p>
          </div>
          <ul className={environmentCss.classes}>
            {(['online', 'offline', 'unknown'] as const).map((state) => {
              const said = translate(`dashboard.${state}`, { count: count[state] })
              return count[state] > 0 ? (
                <li key={state}>
                  <StatusMark status={state} />
                  {/* Not a link: the list has no filter for devices with an unknown state. */}
                  {listedPage && state !== 'unknown' ? <Link to={`/monitor/data?online=${state}`}>{said}</Link> : said}
                </li>
              ) : null
            })}
          </ul>
        </>
      )}
    </Panel>
  )
}
