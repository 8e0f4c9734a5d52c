import { Button, OutlinedInput } from '@mui/material'
import { ListFilter, Search } from 'lucide-react'
import { useListContext, useTranslate } from 'react-admin'
import { Suspense, useEffect, useRef, useState } from 'react'
import { inboxStates, inboxViews, viewOf, type EpisodesMeta } from '../../../dataProvider/episodes/calls.ts'
import type { Episode } from '../../../dataProvider/episodes/rows.ts'
import { groupings, type Grouping } from '../../../resources/kit/episode.ts'
import { SavedQueriesMenu } from '../../admin/list/toolbar/SavedQueriesMenu.tsx'
import { ToggleChip } from '../../kit/buttons.tsx'
import { usePhone } from '../../kit/hooks/useMedia.ts'
import { useLateWords } from '../../kit/hooks/useLateWords.ts'
import { HelpButton } from '../../kit/help/HelpButton.tsx'
import { Menu, MenuItem, PageHeader, Popover, useExtensions } from '../../kit/index.ts'
import { InboxFilters } from './InboxFilters.tsx'
import { useInbox } from './InboxContext.ts'
import css from './inbox.module.css'

const TOPIC = 'monitor/threoldManage'

/** Views with their total counts, search, filters, grouping and saved views. */
export function InboxHead() {
  const translate = useTranslate()
  const phone = usePhone()
  const { grouping } = useInbox()
  const name = translate('alarms.title')
  return (
    <PageHeader
      title={name}
      actions={
        <>
          <SearchField />
          <Filters />
          <Suspense>
            <Groups />
          </Suspense>
          <SavedQueriesMenu also={{ by: grouping }} />
        </>
      }
    >
      <HelpButton topic={TOPIC} name={name} />
      {!phone && <Views />}
    </PageHeader>
  )
}

/** Chooses which alarms are listed; each view shows how many it has. */
export function Views() {
  const translate = useTranslate()
  const { filterValues, setFilters, meta } = useListContext<Episode>()
  const { totals = {} } = (meta ?? {}) as Partial<EpisodesMeta>
  const listed = viewOf(filterValues['view'])
  // `needs_me`, which the bell counts, is a part of `needs` and has no chip of its own; the overview links to it.
  const chosen = listed === 'needs_me' ? 'needs' : listed
  return (
    <span className={css.views} role="group" aria-label={translate('inbox.view')}>
      {inboxViews.map((view) => (
        <ToggleChip
          key={view}
          on={view === chosen}
          onClick={() => setFilters({ ...filterValues, view: view === 'needs' ? undefined : view })}
        >
          {translate(`inbox.views.${view}`)} <b>{totals[view]?.toLocaleString('en-US')}</b>
        </ToggleChip>
      ))}
    </span>
  )
}

/** Debounce of the search field, ms. */
const DEBOUNCE_MS = 400

function SearchField() {
  const translate = useTranslate()
  const { filterValues, setFilters } = useListContext()
  const asked = typeof filterValues['q'] === 'string' ? filterValues['q'] : ''
  const [text, setText] = useState(asked)
  const [known, setKnown] = useState(asked)
  if (known !== asked) {
    setKnown(asked)
    // Text that the user types while the list is being updated for earlier text is kept.
    if (text === known) setText(asked)
  }
  useEffect(() => {
    if (text === asked) return
    const timer = setTimeout(() => setFilters({ ...filterValues, q: text === '' ? undefined : text }), DEBOUNCE_MS)
    return () => clearTimeout(timer)
  }, [text, asked, filterValues, setFilters])
  return (
    <OutlinedInput
      className={css.search}
      value={text}
      placeholder={translate('inbox.search')}
      inputProps={{ 'aria-label': translate('inbox.search'), type: 'search', maxLength: 100 }}
      startAdornment={<Search size={14} aria-hidden />}
      onChange={(event) => setText(event.target.value)}
    />
  )
}

/** Filter values that narrow the list beside view and search. */
const NARROWS = [
  'level',
  'condition',
  'assignee',
  'roster_id',
  'dis_id',
  'pro_id',
  'device',
  'rule',
  'incident',
  'first',
  'last',
]

function Filters() {
  const translate = useTranslate()
  const { filterValues } = useListContext()
  const [open, setOpen] = useState(false)
  const button = useRef<HTMLButtonElement>(null)
  const named = NARROWS.filter((name) => filterValues[name] !== undefined && filterValues[name] !== null)
  const count = named.length + (inboxStates.some((state) => state === filterValues['view']) ? 1 : 0)
  const label = translate('inbox.filters')
  return (
    <>
      <Button
        ref={button}
        className={css.tool}
        aria-haspopup="dialog"
        aria-expanded={open}
        aria-pressed={count > 0}
        startIcon={<ListFilter size={14} aria-hidden />}
        onClick={() => setOpen(true)}
      >
        {label}
        {count > 0 && <b>{count}</b>}
      </Button>
      {open && (
        <Popover anchor={button} label={label} width={340} onClose={() => setOpen(false)}>
          <InboxFilters onDone={() => setOpen(false)} />
        </Popover>
      )}
    </>
  )
}

const SORTS = [
  { field: '', order: 'ASC' },
  { field: 'level', order: 'ASC' },
  { field: 'fired_at', order: 'ASC' },
  { field: 'device_name', order: 'ASC' },
  { field: 'cleared_at', order: 'DESC' },
  { field: 'closed_at', order: 'DESC' },
] as const
/** Sort order of snoozed alarms only. */
const WAKES = { field: 'snoozed_until', order: 'ASC' } as const

/** Menu that chooses how the rows are grouped and sorted. */
function Groups() {
  const translate = useLateWords('handover')
  const { grouping, group } = useInbox()
  const { sort, setSort, filterValues } = useListContext()
  const offered = useExtensions()?.has('episode-groups') === true
  const [anchor, setAnchor] = useState<HTMLElement | null>(null)
  const wordOf = (by: Grouping) => translate(by === 'assignee' ? 'handover.assignee' : `inbox.by.${by}`)
  const label = wordOf(grouping)
  const sorts = [...SORTS, ...(offered && viewOf(filterValues['view']) === 'snoozed' ? [WAKES] : [])]
  // A sort order that the view lacks counts as none.
  const sorted = sorts.some(({ field }) => field === sort.field) ? sort.field : ''
  return (
    <>
      <Button
        className={css.tool}
        aria-haspopup="menu"
        aria-expanded={anchor !== null}
        aria-label={translate('inbox.arrange', { by: label })}
        onClick={(event) => setAnchor(event.currentTarget)}
      >
        {label}
      </Button>
      {anchor && (
        <Menu
          anchor={anchor}
          label={translate('inbox.arrange', { by: label })}
          side="below"
          onClose={() => setAnchor(null)}
        >
          {groupings.map((by) => (
            <MenuItem key={by} selected={by === grouping} onClick={() => (group(by), setAnchor(null))}>
              {wordOf(by)}
            </MenuItem>
          ))}
          {sorts.map(({ field, order }) => (
            <MenuItem
              key={`${field} ${order}`}
              divider={false}
              selected={field === sorted}
              onClick={() => (setSort({ field, order }), setAnchor(null))}
            >
              {translate(field === 'snoozed_until' ? 'handover.wakes' : `inbox.sorts.${field || 'newest'}`)}
            </MenuItem>
          ))}
        </Menu>
      )}
    </>
  )
}
