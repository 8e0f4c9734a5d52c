import { useMutation, useQuery } from '@tanstack/react-query'
import { ChevronDown } from 'lucide-react'
import { useListContext, useNotify, useTranslate } from 'react-admin'
import { useEffect, useMemo, useRef, useState, type ReactNode } from 'react'
import { LAST_HOURS, lastHours } from '../../../dataProvider/calls.ts'
import { freeEpisodes, type Group } from '../../../dataProvider/episodes/groups.ts'
import type { Episode } from '../../../dataProvider/episodes/rows.ts'
import { doesNotAnswer } from '../../../dataProvider/http.ts'
import { isFree, MOST_AT_ONCE } from '../../../resources/kit/episode.ts'
import { useZone } from '../../chart/useZone.ts'
import { messageOf, useExtensions } from '../../kit/index.ts'
import { usePhone } from '../../kit/hooks/useMedia.ts'
import { overlaid } from './acts/acted.ts'
import { EpisodeRow } from './EpisodeRow.tsx'
import type { RowGroup } from './groups.ts'
import { useInbox } from './InboxContext.ts'
import { SwipeRow } from './SwipeRow.tsx'
import css from './inbox.module.css'

const NONE: readonly number[] = []

/** The list's rows in their groups. */
export function InboxRows() {
  const translate = useTranslate()
  const { groups, rows, current } = useInbox()
  const phone = usePhone()
  const lines = useLines(rows)
  const list = useRef<HTMLDivElement>(null)
  useEffect(() => {
    const row = list.current?.querySelector<HTMLElement>(`[data-id="${current}"]`)
    row?.scrollIntoView?.({ block: 'nearest' })
    // Keys move the cursor: where the focus was in the list, it follows the cursor.
    if (row && list.current?.contains(document.activeElement) && document.activeElement?.matches('[data-part=episode]'))
      row.querySelector<HTMLElement>('[data-part=episode]')?.focus({ preventScroll: true })
  }, [current])
  return (
    <div className={css.rows} ref={list} data-part="episodes">
      {groups.map((group, index) => (
        <GroupRows key={group.key} group={group} hint={phone && index === 0 ? translate('inbox.swipeHint') : ''}>
          {group.rows.map((episode) => {
            const line = lines.get(`${episode.device_id}:${episode.nodemap_id}`) ?? NONE
            return (
              <li key={episode.id}>
                {phone ? <SwipeRow episode={episode} line={line} /> : <EpisodeRow episode={episode} line={line} />}
              </li>
            )
          })}
        </GroupRows>
      ))}
    </div>
  )
}

function GroupRows({ group, hint, children }: { group: RowGroup; hint: string; children: ReactNode }) {
  const translate = useTranslate()
  const { kind, rows, count } = group
  const [folded, setFolded] = useState(false)
  const title = titleOf(group, translate)
  return (
    <section className={css.group} data-kind={kind} aria-label={title}>
      <header>
        <button type="button" aria-expanded={!folded} onClick={() => setFolded(!folded)}>
          <ChevronDown size={14} aria-hidden />
          {title} <span>{count ? count.total.toLocaleString('en-US') : `${rows.length}+`}</span>
        </button>
        <Together group={group} />
        {hint !== '' && <small>{hint}</small>}
      </header>
      {!folded && <ul aria-label={title}>{children}</ul>}
    </section>
  )
}

function titleOf({ kind, name, rows }: RowGroup, translate: ReturnType<typeof useTranslate>): string {
  switch (kind) {
    case 'area':
      return name || translate('inbox.noArea')
    case 'incident':
      return translate('inbox.groups.incident', { name: name || (rows[0]?.device_name ?? '') })
    case 'nobody':
      return translate('inbox.nobody')
    case 'user':
    case 'roster':
      return name
    default:
      return translate(`inbox.groups.${kind}`)
  }
}

/**
 * Takes all unassigned episodes of a group, including those on other pages, up to the limit of one act; without a
 * network, those on this page.
 */
function Together({ group: { kind, id, rows, count } }: { group: RowGroup }) {
  const translate = useTranslate()
  const notify = useNotify()
  const { begin, acted, grouping } = useInbox()
  const { filterValues } = useListContext()
  const zone = useZone().name
  const here = rows.filter(isFree)
  const together = useMutation({
    mutationFn: (group: Group) => freeEpisodes(grouping, group, { filter: filterValues, zone }),
    networkMode: 'always',
    onSuccess: (episodes) =>
      begin('acknowledge', episodes.map((episode) => overlaid(episode, acted.get(episode.id))).filter(isFree)),
    onError: (failure) =>
      doesNotAnswer(failure) ? begin('acknowledge', here) : notify(messageOf(failure, translate), { type: 'error' }),
  })
  const waiting = count?.free ?? here.length
  if (waiting === 0) return null
  const [most, all] = [Math.min(waiting, MOST_AT_ONCE), waiting].map((number) => number.toLocaleString('en-US'))
  return (
    <button
      type="button"
      data-part="together"
      disabled={together.isPending}
      aria-busy={together.isPending}
      onClick={() => (waiting > here.length ? together.mutate({ kind, id }) : begin('acknowledge', here))}
    >
      {most === all ? `${translate('inbox.together')} ${all}` : translate('inbox.togetherMost', { most, all })}
    </button>
  )
}

/**
 * Returns the last hour of each row's node, by "device:node", in one call; without an answer the rows have no curve.
 */
function useLines(rows: readonly Episode[]): ReadonlyMap<string, readonly number[]> {
  const ids = useMemo(
    () => [...new Set(rows.flatMap(({ device_id }) => device_id ?? []))].toSorted((a, b) => a - b).slice(0, LAST_HOURS),
    [rows],
  )
  const offered = useExtensions()?.has('sparklines') ?? false
  const { data } = useQuery({
    queryKey: ['inbox', 'lines', ids.join(',')],
    queryFn: ({ signal }) => lastHours(ids, signal),
    enabled: offered && ids.length > 0,
    staleTime: 60_000,
    retry: false,
    placeholderData: (before) => before,
  })
  return useMemo(
    () =>
      new Map(
        data?.flatMap(({ device, nodes }) =>
          nodes.map(({ id, samples }) => [`${device}:${id}`, samples.map(([, value]) => value)] as const),
        ),
      ),
    [data],
  )
}
