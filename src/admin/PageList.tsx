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
  /** Its filters in addresses of before, besides those of every list. */
  old?: OldFilters
  /** Polling interval, ms; paused while a dialog is open. */
  every?: number
}

interface ViewProps {
  /** Its path: rights, calls and help go by it (dataProvider/plainResources.ts). */
  resource: string
  title: string
  /** Beside the title. */
  actions?: ReactNode
  filters: ReactNode
  /** Between filters and rows. */
  above?: ReactNode
  /** Placeholder until the first rows arrive. */
  waiting: ReactNode
  /** Empty state, with its reason. */
  none: ReactNode
  rows: ReactNode
  /** Dialogs over the list. */
  children: ReactNode
}

/** The page of a list that no definition draws: react-admin's list in the frame of a page. Its children run inside that list's context. */
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
      {/* Of a list that failed there is nothing to count or to narrow. */}
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
