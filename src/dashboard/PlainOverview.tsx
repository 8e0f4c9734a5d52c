import { clsx } from 'clsx'
import { useTranslate } from 'react-admin'
import { mayOpen } from '../../resources/kit/access.ts'
import type { Zone } from '../../resources/kit/zone.ts'
import { InlineError, useCaller } from '../kit/index.ts'
import type { DeviceStore } from '../live/deviceStore.ts'
import type { Poller } from '../live/poller.ts'
import type { MonitorAreas } from '../live/useAreaTree.ts'
import type { LiveNames } from '../live/useLiveNames.ts'
import { errorOf, isLoaded, usePollState } from '../live/usePoll.ts'
import { AreaCard } from './AreaCard.tsx'
import type { DashboardParams } from './dashboardParams.ts'
import { PANEL_KEY } from './figures.ts'
import { LivePanel } from './LivePanel.tsx'
import { OverviewCards } from './OverviewCards.tsx'
import { AreasWaiting, LiveWaiting } from './Waiting.tsx'
import overviewCss from './overview.module.css'
import css from './dashboard.module.css'

interface PlainOverviewProps {
  store: DeviceStore
  poll: Poller
  names: LiveNames
  tree: MonitorAreas
  params: DashboardParams & { last: number | null }
  onChange: (change: Partial<DashboardParams>) => void
  zone: Zone
  refreshCount: number
  /** Shown below judged stations: leaves out what they show. */
  judged: boolean
}

/**
 * What is online, alarms, one device's values and day, devices by area (spec 1 §2.5): the whole overview if nothing is
 * judged, else its lower part.
 */
export default function PlainOverview({
  store,
  poll,
  names,
  tree,
  params,
  onChange,
  zone,
  refreshCount,
  judged,
}: PlainOverviewProps) {
  const translate = useTranslate()
  const caller = useCaller()
  const loaded = usePollState(poll, isLoaded)
  const error = usePollState(poll, errorOf)
  return (
    <>
      {mayOpen(caller, PANEL_KEY) && (
        <OverviewCards
          zone={zone}
          store={store}
          poll={poll}
          closedAreas={names.areas === undefined && names.areaError === null ? null : names.closedAreas}
          gateways={names.gateways.size}
          refreshCount={refreshCount}
          pageError={error}
          judged={judged}
        />
      )}
      <div className={css.main} data-stale={error !== null || undefined}>
        {loaded ? (
          <LivePanel store={store} tree={tree} params={params} onChange={onChange} zone={zone} />
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
        </aside>
      </div>
    </>
  )
}

/** Replaces the live device after an error, with a retry. */
const Failed = ({ label, error, onRetry }: { label: string; error: unknown; onRetry: () => void }) => (
  <section className={clsx(css.card, overviewCss.overviewCard, css.failed)} aria-label={label}>
    <h2>{label}</h2>
    <InlineError error={error} onRetry={onRetry} />
  </section>
)
