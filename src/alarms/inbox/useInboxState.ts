import { useListContext } from 'react-admin'
import { useEffect, useEffectEvent, useMemo, useState } from 'react'
import { useSearchParams } from 'react-router-dom'
import { platformNow } from '../../../dataProvider/clock.ts'
import type { Episode } from '../../../dataProvider/episodes/rows.ts'
import type { NamedId } from '../../../dataProvider/normalise.ts'
import { idIn } from '../../../dataProvider/plain.ts'
import { isSuper } from '../../../resources/kit/access.ts'
import { groupings, type Grouping } from '../../../resources/kit/episode.ts'
import { useUserStore } from '../../admin/list/useUserStore.ts'
import { useCaller } from '../../kit/index.ts'
import { usePhone } from '../../kit/hooks/useMedia.ts'
import { useClock } from '../../live/useClock.ts'
import { useProjectNames } from '../../live/useLiveNames.ts'
import { shownRows, type InboxAct } from './acts/acted.ts'
import { useActs } from './acts/useActs.ts'
import { groupsOf } from './groups.ts'
import type { Finish, Inbox } from './InboxContext.ts'
import { useGroupCounts } from './useGroupCounts.ts'
import { useOpened } from './useOpened.ts'

/** An act whose dialog is open. */
export interface Asked {
  act: InboxAct
  episodes: readonly Episode[]
}

/** Names of the parameter that opens an episode; the second one occurs in older addresses. */
const OPENED = ['detail', 'handle'] as const

/**
 * Returns the state and the acts of the inbox: rows in groups, the cursor in the address, ticked rows, acts and their
 * dialogs. Must run inside the list's context.
 */
export function useInboxState(): { inbox: Inbox; asked: Asked | null; closeAsked: () => void } {
  const {
    data = [],
    selectedIds,
    onUnselectItems,
    isFetching,
    isPending,
    filterValues,
    setFilters,
  } = useListContext<Episode>()
  const acts = useActs()
  const phone = usePhone()
  const now = useClock(1000)
  const [openedAt] = useState(platformNow)
  // The grouping is in the address, and thereby in saved views; without it, the reader's last choice applies.
  const [stored, store] = useUserStore<unknown>('alarm-inbox.group', 'incident')
  const grouping =
    [filterValues['by'], stored].flatMap((by) => groupings.find((each) => each === by) ?? [])[0] ?? 'incident'
  const group = (by: Grouping) => {
    store(by)
    setFilters({ ...filterValues, by })
  }
  const shown = shownRows(data, acts.acted, now)
  const groups = groupsOf(shown, grouping, now, useGroupCounts(grouping))
  const rows = groups.flatMap((one) => one.rows)
  const [asked, setAsked] = useState<Asked | null>(null)
  const [search, setSearch] = useSearchParams()
  const current = OPENED.map((name) => idIn(search.get(name))).find((id) => id !== null) ?? null
  const open = (id: number | null, replace = !phone) =>
    setSearch(
      (before) => {
        const address = new URLSearchParams(before)
        for (const name of OPENED) address.delete(name)
        if (id !== null) address.set('detail', String(id))
        return address
      },
      { replace },
    )
  const opened = useOpened(current, rows, acts.acted)
  const at = rows.findIndex(({ id }) => id === current)
  const move = (by: number) => {
    const next = rows[Math.max(0, Math.min(rows.length - 1, at < 0 ? 0 : at + by))]
    if (next) open(next.id, true)
  }
  // A list always has a detail beside it. Its id is pinned in the address, so that new rows above it do not change the
  // detail.
  const first = rows[0]?.id
  const pin = useEffectEvent((id: number) => open(id, true))
  useEffect(() => {
    if (!phone && current === null && first !== undefined && !isFetching && !isPending) pin(first)
  }, [phone, current, first, isFetching, isPending])

  const finish: Finish = (act, episodes, sent, photo) => {
    acts.act(episodes, act, sent, rows, photo)
    setAsked(null)
    if (act === 'comment') return
    if (episodes.some(({ id }) => selectedIds.includes(id))) onUnselectItems()
    if (episodes.length === 1 && episodes[0]?.id === current && rows.length > 1 && !phone)
      move(at === rows.length - 1 ? -1 : 1)
  }
  const begin: Inbox['begin'] = (act, episodes) => {
    if (episodes.length === 0) return
    if (act === 'acknowledge' || act === 'reopen') finish(act, episodes, {})
    else setAsked({ act, episodes })
  }
  const selected = rows.filter(({ id }) => selectedIds.includes(id))
  const caller = useCaller()
  const named = useProjectNames(isSuper(caller))
  const projects = useMemo(() => severalNames(named), [named])
  return {
    inbox: {
      ...acts,
      groups,
      rows,
      grouping,
      group,
      current,
      opened,
      open,
      move,
      selected,
      picking: phone && selected.length > 0,
      begin,
      finish,
      me: caller.id,
      now,
      openedAt,
      projects,
    },
    asked,
    closeAsked: () => setAsked(null),
  }
}

/** Returns names by id where there is more than one; otherwise an empty map. */
const severalNames = (named: readonly NamedId[] = []): ReadonlyMap<number | null, string> =>
  new Map<number | null, string>(named.length > 1 ? named.map(({ id, name }) => [id, name] as const) : [])
