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
  /** The platform has no device at all that the user may see. */
  empty: boolean
  params: MonitorParams
  /** `running`: what is listed is not its answer yet; `unanswered`: it failed, and there is none. */
  search: { running: boolean; error: unknown; unanswered: boolean }
  /** How often the list was sorted anew for new alarms: it begins at its top then. */
  reorders: number
  onReorder: () => void
  onReset: () => void
  onRetrySearch: () => void
}

/** The list, or what stands in its place: a skeleton, an error, or why nothing is there. Banners lie over the list and move nothing. */
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
  // Once the list stands, as its verdicts.
  const marks = useNodeMarks(loaded)
  const { isDirection } = useMeasures(loaded)
  const list = () => {
    // A list of all would pass for what was found.
    if ((!loaded && error !== null) || search.unanswered) return null
    if ((!loaded || search.running) && ids.length === 0) return <ListSkeleton layout={layout} phone={phone} />
    if (ids.length === 0)
      return <Nothing empty={empty} area={counts.all === 0 && params.q === ''} q={params.q} onReset={onReset} />
    // Another list begins at its top.
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
    const total = loaded ? counts.all : null
    return layout === 'rows' ? (
      <DeviceRows key={key} ids={ids} total={total} />
    ) : (
      <DeviceCards key={key} ids={ids} total={total} phone={phone} />
    )
  }
  // What is shown of a past moment stands, however old the devices of now are.
  const stands = isPast && loaded
  // When the last answer came does not change while tries fail.
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

/** So many alarms came since the list was sorted. Pressed it goes, and leaves the focus where that was before. */
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
