import { clsx } from 'clsx'
import { CircleCheck } from 'lucide-react'
import { useListContext, useTranslate } from 'react-admin'
import { useEffect, useRef, useState } from 'react'
import { EPISODES, viewOf, type EpisodesMeta } from '../../../dataProvider/episodes/calls.ts'
import type { Episode } from '../../../dataProvider/episodes/rows.ts'
import { lateWords } from '../../../i18n/late.ts'
import { ConsoleList } from '../../admin/list/ConsoleList.tsx'
import { ListPager } from '../../admin/list/ListPager.tsx'
import { ListFailure } from '../../admin/list/states.tsx'
import { useZone } from '../../chart/useZone.ts'
import { usePollsPaused } from '../../kit/hooks/pausePolls.ts'
import { usePhone } from '../../kit/hooks/useMedia.ts'
import { EmptyState, preloadLayers, useLanguage } from '../../kit/index.ts'
import pageCss from '../../kit/page.module.css'
import { RowsSkeleton } from '../../kit/states/RowsSkeleton.tsx'
import { useAlarmCount } from '../bell/count.ts'
import { ActDialog } from './acts/ActDialog.tsx'
import { Notices } from './acts/Notices.tsx'
import { BulkBar } from './BulkBar.tsx'
import { DetailSkeleton, EpisodeDetail } from './detail/EpisodeDetail.tsx'
import { InboxContext, useInbox } from './InboxContext.ts'
import { InboxHead, Views } from './InboxHead.tsx'
import { InboxRows } from './InboxRows.tsx'
import { KeysBar, KeysSheet } from './KeysSheet.tsx'
import { useInboxKeys } from './useInboxKeys.ts'
import { useInboxState } from './useInboxState.ts'
import { useRowFocus } from './useRowFocus.ts'
import css from './inbox.module.css'

/** Interval at which the inbox polls, ms; the bell, which follows the live values, triggers a refresh earlier. */
const POLL_INTERVAL_MS = 15_000

/**
 * The page on which a shift works off its alarms (design 8.6): a list beside the detail of one alarm; on a phone one
 * after the other.
 */
export default function InboxPage() {
  const zone = useZone()
  const held = usePollsPaused()
  return (
    <ConsoleList<Episode>
      resource={EPISODES}
      perPage={50}
      queryOptions={{ meta: { zone: zone.name }, refetchInterval: !held && POLL_INTERVAL_MS }}
    >
      <Desk />
    </ConsoleList>
  )
}

function Desk() {
  const { inbox, asked, closeAsked } = useInboxState()
  const phone = usePhone()
  const { refetch, isPending } = useListContext()
  const count = useAlarmCount()
  const known = useRef(count)
  useEffect(() => {
    if (known.current === count) return
    known.current = count
    void refetch()
  }, [count, refetch])
  // An alarm can also be worked on without a network: dialogs, and words that are shown later, are loaded before the
  // connection is lost.
  useEffect(() => void preloadLayers(), [])
  const language = useLanguage()
  useEffect(() => {
    for (const room of ['handover', 'measured'] as const) void lateWords(room, language)
  }, [language])
  const alone = phone && inbox.current !== null
  return (
    <InboxContext value={inbox}>
      <div className={clsx(pageCss.listPage, css.page)} data-part="inbox">
        {!alone && <InboxHead />}
        {!alone && phone && <Views />}
        <div className={css.desk}>
          {!alone && <List />}
          {(!phone || alone) && (
            <section className={css.detail} aria-live="off" data-part="detail">
              {alone && <Notices />}
              {inbox.current !== null ? <EpisodeDetail key={inbox.current} /> : isPending && <DetailSkeleton />}
            </section>
          )}
        </div>
        {!phone && <Keys />}
        {asked && <ActDialog {...asked} onClose={closeAsked} />}
      </div>
    </InboxContext>
  )
}

function List() {
  const { data, error, isPending } = useListContext<Episode>()
  const { rows, selected, current } = useInbox()
  const list = useRef<HTMLDivElement>(null)
  useRowFocus(list, current)
  return (
    <div className={css.list} ref={list}>
      {selected.length > 0 && <BulkBar />}
      <Notices />
      <ListFailure />
      {isPending && !error && <RowsSkeleton height={78} />}
      {data && rows.length === 0 && <Nothing />}
      {rows.length > 0 && <InboxRows />}
      <ListPager narrow />
    </div>
  )
}

/** Shown when no alarm waits, with the number of alarms that were done today. */
function Nothing() {
  const translate = useTranslate()
  const { filterValues, meta } = useListContext<Episode>()
  const { totals = {} } = (meta ?? {}) as Partial<EpisodesMeta>
  const plain = Object.entries(filterValues).every(([name, value]) => name === 'by' || value === undefined)
  if (viewOf(filterValues['view']) !== 'needs' || !plain)
    return <EmptyState title={translate('inbox.noneFound')} hint={translate('inbox.noneFoundHint')} />
  return (
    <EmptyState
      icon={<CircleCheck />}
      title={translate('inbox.none')}
      hint={translate('inbox.closedToday', { smart_count: totals.closed_today ?? 0 })}
    />
  )
}

function Keys() {
  const [sheet, setSheet] = useState(false)
  useInboxKeys(() => setSheet(true))
  return (
    <>
      <KeysBar onAll={() => setSheet(true)} />
      {sheet && <KeysSheet onClose={() => setSheet(false)} />}
    </>
  )
}
