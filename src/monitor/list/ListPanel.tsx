import { Button } from '@mui/material'
import { clsx } from 'clsx'
import { ArrowUp, SearchX } from 'lucide-react'
import { useTranslate } from 'react-admin'
import { useContext } from 'react'
import { Link } from 'react-router-dom'
import { device } from '../../../resources/device.ts'
import { mayUse } from '../../../resources/kit/access.ts'
import type { Poller } from '../../live/poller.ts'
import { errorOf, isLoaded, usePollState } from '../../live/usePoll.ts'
import { EmptyState, InlineError, messageOf, useCaller } from '../../kit/index.ts'
import { useGiveBack } from '../../kit/layers/focus.ts'
import { useMeasures } from '../../environment/useJudge.ts'
import { classFilterName } from '../classFilters.ts'
import { DeviceCards } from './DeviceCards.tsx'
import { DeviceRows } from './DeviceRows.tsx'
import { DisplayContext } from '../../live/display.ts'
import { ListSkeleton } from './ListSkeleton.tsx'
import { DirectionsContext, NodeMarksContext, useNodeMarks } from './nodeMarks.ts'
import type { Layout, MonitorParams } from '../monitorParams.ts'
import type { ShownList } from './useListed.ts'
import css from '../monitor.module.css'

interface ListPanelProps {
  poll: Poller
  listed: ShownList
  layout: Layout
  phone: boolean
  /** The platform has no device that the user may see. */
  empty: boolean
  params: MonitorParams
  /** `running`: the list is not the search's answer yet; `unanswered`: the search failed and has no result. */
  search: { running: boolean; error: unknown; unanswered: boolean }
  /** How often the list was sorted again for new alarms: it then starts at its top. */
  reorders: number
  onReorder: () => void
  onReset: () => void
  onRetrySearch: () => void
}

/**
 * The list, or its replacement: a skeleton, an error, or the reason why it is empty. Banners overlay the list, so that
 * it does not move.
 */
export function ListPanel({
  poll,
  listed,
  layout,
  phone,
  empty,
  params,
  search,
  reorders,
  onReorder,
  onReset,
  onRetrySearch,
}: ListPanelProps) {
  const translate = useTranslate()
  const { now, zone, isPast = false } = useContext(DisplayContext)
  const { ids, newAlarms, counts } = listed
  const loaded = usePollState(poll, isLoaded)
  const error = usePollState(poll, errorOf)
  // Requested once the list is shown, like its verdicts.
  const marks = useNodeMarks(loaded)
  const { isDirection } = useMeasures(loaded)
  const list = () => {
    // After a failed search the full list would pass for the search result.
    if ((!loaded && error !== null) || search.unanswered) return null
    if ((counts === null || !loaded || search.running) && ids.length === 0)
      return <ListSkeleton layout={layout} phone={phone} />
    if (ids.length === 0)
      return <Nothing empty={empty} area={counts?.all === 0 && params.q === ''} q={params.q} onReset={onReset} />
    // A different list starts at its top.
    const judged = params.judged && classFilterName(params.judged)
    const key = [
      params.area,
      params.online,
      params.run,
      judged,
      params.standard,
      params.sort,
      params.by,
      params.q,
      reorders,
    ].join()
    const total = loaded && counts !== null ? counts.all : null
    return layout === 'rows' ? (
      <DeviceRows key={key} ids={ids} total={total} />
    ) : (
      <DeviceCards key={key} ids={ids} total={total} phone={phone} />
    )
  }
  // What is shown of a past moment is not marked as old, even if the live devices are.
  const stands = isPast && loaded
  // The time of the last answer does not change while attempts fail, so that no subscription is needed.
  const { updatedAt } = poll.snapshot()
  const failed =
    error === null || stands
      ? null
      : updatedAt === null
        ? error
        : translate('monitor.refresh.old', { time: zone.short(updatedAt, now) })
  return (
    <div
      className={css.list}
      data-layout={layout}
      data-old={(error !== null && loaded && !stands) || undefined}
      aria-busy={search.running || undefined}
    >
      <DirectionsContext.Provider value={isDirection}>
        <NodeMarksContext.Provider value={marks}>{list()}</NodeMarksContext.Provider>
      </DirectionsContext.Provider>
      {loaded && newAlarms > 0 && ids.length > 0 && <NewAlarms count={newAlarms} onReorder={onReorder} />}
      {(failed !== null || Boolean(search.error)) && (
        <div className={clsx(css.banners, (!loaded || search.unanswered) && css.bannersAlone)}>
          {failed !== null && (
            <div title={messageOf(error, translate)}>
              <InlineError error={failed} onRetry={() => void poll.refresh()} />
            </div>
          )}
          {Boolean(search.error) && <InlineError error={search.error} onRetry={onRetrySearch} />}
        </div>
      )}
    </div>
  )
}

/**
 * Button with the number of alarms that came since the list was sorted. When pressed it disappears, and the focus
 * returns to where it was.
 */
function NewAlarms({ count, onReorder }: { count: number; onReorder: () => void }) {
  const translate = useTranslate()
  useGiveBack()
  return (
    <Button
      className={css.newAlarms}
      variant="contained"
      color="error"
      startIcon={<ArrowUp size={14} aria-hidden />}
      onClick={onReorder}
    >
      {translate('monitor.newAlarms', { smart_count: count })}
    </Button>
  )
}

function Nothing({ empty, area, q, onReset }: { empty: boolean; area: boolean; q: string; onReset: () => void }) {
  const translate = useTranslate()
  const caller = useCaller()
  const reset = (
    <Button size="small" onClick={onReset}>
      {translate('monitor.empty.reset')}
    </Button>
  )
  if (empty) {
    const manage = mayUse(caller, device, 'create') && (
      <Button component={Link} size="small" to={`/${device.path}`}>
        {translate('monitor.empty.manage')}
      </Button>
    )
    return (
      <EmptyState
        title={translate('monitor.empty.none')}
        hint={translate('monitor.empty.noneHint')}
        action={manage || undefined}
      />
    )
  }
  if (area) return <EmptyState title={translate('monitor.empty.area')} />
  if (q !== '')
    return <EmptyState icon={<SearchX />} title={translate('monitor.empty.found', { text: q })} action={reset} />
  return <EmptyState title={translate('monitor.empty.filtered')} action={reset} />
}
