import { useListContext } from 'react-admin'
import { useRef, type ReactNode } from 'react'
import { Navigate, useLocation } from 'react-router-dom'
import { useZone } from '../chart/useZone.ts'
import { HelpButton } from '../kit/help/HelpButton.tsx'
import { usePollsPaused } from '../kit/hooks/pausePolls.ts'
import { PageHeader } from '../kit/index.ts'
import pageCss from '../kit/page.module.css'
import { ConsoleList } from './list/ConsoleList.tsx'
import { ListPager } from './list/ListPager.tsx'
import { todaysSearch, type OldFilters } from './list/oldAddress.ts'
import { useFocusNextRow } from './list/rowFocus.ts'
import { ListFailure, ListRows } from './list/states.tsx'

interface PageListProps extends ViewProps {
  /** The page's own filter parameters in older addresses, besides those common to all lists. */
  old?: OldFilters
  /** Polling interval, ms; paused while a dialog is open. */
  every?: number
}

interface ViewProps {
  /** Path of the list's resource: rights, calls and help are found by it (dataProvider/plainResources.ts). */
  resource: string
  title: string
  /** Buttons beside the title. */
  actions?: ReactNode
  filters: ReactNode
  /** Content between filters and rows. */
  above?: ReactNode
  /** Placeholder until the first rows arrive. */
  waiting: ReactNode
  /** Empty state, with its reason. */
  none: ReactNode
  rows: ReactNode
  /** Dialogs over the list. */
  children: ReactNode
}

/**
 * Page of a list that has no definition: react-admin's list in the frame of a page. Its children run inside that list's
 * context.
 */
export function PageList({ old, every, ...view }: PageListProps) {
  const { pathname, search } = useLocation()
  const zone = useZone()
  const held = usePollsPaused()
  const today = todaysSearch(search, old)
  if (today !== null) return <Navigate to={{ pathname, search: today }} replace />
  return (
    <ConsoleList
      resource={view.resource}
      queryOptions={{ meta: { zone: zone.name }, refetchInterval: !held && (every ?? false) }}
    >
      <View {...view} />
    </ConsoleList>
  )
}

function View({ resource, title, actions, filters, above, waiting, none, rows, children }: ViewProps) {
  const { data, error } = useListContext()
  const frame = useRef<HTMLDivElement>(null)
  useFocusNextRow(frame)
  return (
    <div className={pageCss.listPage} data-part="list-page" ref={frame}>
      <PageHeader title={title} actions={actions}>
        <HelpButton topic={resource} name={title} />
      </PageHeader>
      {filters}
      {/* A list that could not be read has nothing to count or to filter. */}
      {(data !== undefined || !error) && above}
      <ListFailure />
      <ListRows waiting={waiting} none={none}>
        {rows}
      </ListRows>
      <ListPager />
      {children}
    </div>
  )
}
