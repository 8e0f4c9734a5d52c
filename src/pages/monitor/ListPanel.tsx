import { SearchX } from 'lucide-react'
import { useTranslate } from 'ra-core'
import { useContext } from 'react'
import { Link } from 'react-router-dom'
import { device } from '../../../resources/device.ts'
import { mayUse } from '../../../resources/kit/access.ts'
import { timeText } from '../../live/times.ts'
import type { Poll } from '../../live/usePoll.ts'
import { EmptyState, InlineError, messageOf, useCaller } from '../../ui/index.ts'
import { DeviceCards } from './DeviceCards.tsx'
import { DeviceRows } from './DeviceRows.tsx'
import { DisplayContext } from './display.ts'
import { ListSkeleton } from './ListSkeleton.tsx'
import type { Layout, MonitorParams } from './monitorParams.ts'
import type { Listed } from './useListed.ts'

interface ListPanelProps {
  poll: Poll
  listed: Listed
  layout: Layout
  phone: boolean
  /** The platform has no device at all that the user may see. */
  empty: boolean
  params: MonitorParams
  searchError: unknown
  onReset: () => void
  onRetrySearch: () => void
}

/** The list, or what stands in its place: a skeleton, an error, or why nothing is there. Banners lie over the list and move nothing. */
export function ListPanel({ poll, listed, layout, phone, empty, params, searchError, onReset, onRetrySearch }: ListPanelProps) {
  const translate = useTranslate()
  const { now, zone } = useContext(DisplayContext)
  const { ids, counts } = listed
  const list = () => {
    if (poll.updatedAt === null) return poll.error === null ? <ListSkeleton layout={layout} phone={phone} /> : null
    if (ids.length === 0) return <Nothing empty={empty} area={counts.all === 0 && params.q === ''} q={params.q} onReset={onReset} />
    // Another list begins at its top.
    const key = [params.area, params.online, params.run, params.sort, params.by, params.q].join()
    return layout === 'rows' ? <DeviceRows key={key} ids={ids} total={counts.all} /> : <DeviceCards key={key} ids={ids} phone={phone} />
  }
  const failed = poll.error === null ? null : poll.updatedAt === null ? poll.error : translate('monitor.refresh.old', { time: timeText(poll.updatedAt, now, zone) })
  return (
    <div className={`monitor-list monitor-list--${layout}${poll.error !== null && poll.updatedAt !== null ? ' monitor-list--old' : ''}`}>
      {list()}
      {(failed !== null || Boolean(searchError)) && (
        <div className={poll.updatedAt === null ? 'monitor-banners monitor-banners--alone' : 'monitor-banners'}>
          {failed !== null && (
            <div title={messageOf(poll.error, translate)}>
              <InlineError error={failed} onRetry={() => void poll.refresh()} />
            </div>
          )}
          {Boolean(searchError) && <InlineError error={searchError} onRetry={onRetrySearch} />}
        </div>
      )}
    </div>
  )
}

function Nothing({ empty, area, q, onReset }: { empty: boolean; area: boolean; q: string; onReset: () => void }) {
  const translate = useTranslate()
  const caller = useCaller()
  const reset = (
    <button type="button" className="monitor-action" onClick={onReset}>
      {translate('monitor.empty.reset')}
    </button>
  )
  if (empty) {
    const manage = mayUse(caller, device, 'create') && (
      <Link className="monitor-action" to={`/${device.path}`}>
        {translate('monitor.empty.manage')}
      </Link>
    )
    return <EmptyState title={translate('monitor.empty.none')} hint={translate('monitor.empty.noneHint')} action={manage || undefined} />
  }
  if (area) return <EmptyState title={translate('monitor.empty.area')} />
  if (q !== '') return <EmptyState icon={<SearchX />} title={translate('monitor.empty.found', { text: q })} action={reset} />
  return <EmptyState title={translate('monitor.empty.filtered')} action={reset} />
}
