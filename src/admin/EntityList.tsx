import { useStable } from './useStable.ts'
import { useListFilters } from './list/toolbar/listFilters.ts'
import { type Place, pathTo, parsePlace } from './place.ts'
import { Dialogs } from './chunks.ts'
import type { Row } from '../../dataProvider/rows.ts'
import { useResourceContext, useListContext } from 'react-admin'
import { Navigate, useLocation, useNavigate } from 'react-router-dom'
import { Suspense, useMemo, useRef } from 'react'
import { resourceOf } from '../../resources/index.ts'
import type { Resource } from '../../resources/kit/define.ts'
import { useSupportedResource } from './supportedResource.ts'
import { useColumns } from './list/table/columns.ts'
import { useRights } from './rights.ts'
import { ConsoleList } from './list/ConsoleList.tsx'
import { WHOLE } from './list/opening.ts'
import { EntityContext, useEntity } from './EntityContext.tsx'
import { EntityListView } from './list/EntityListView.tsx'
import { todaysSearch } from './list/oldAddress.ts'

/**
 * Screen of an entity, drawn from its definition: react-admin's list with the console's own view, and the dialogs that
 * its address names. Search, filters, sort and page are kept only in the address, in react-admin's format, so that a
 * link opens the same list.
 */
export default function EntityList() {
  const path = useResourceContext()
  const { pathname, search } = useLocation()
  if (!path) throw new Error('a list stands outside of a resource')
  const today = todaysSearch(search)
  if (today !== null) return <Navigate to={{ pathname, search: today }} replace />
  // The key resets the list's state: open branches and selected rows of one entity do not apply to another.
  return <List key={path} path={path} />
}

function List({ path }: { path: string }) {
  const resource = useSupportedResource(resourceOf(path))
  return (
    <ConsoleList resource={resource.path} {...(resource.tree && WHOLE)}>
      <Suspense>
        <Screen resource={resource} />
      </Suspense>
    </ConsoleList>
  )
}

function Screen({ resource }: { resource: Resource }) {
  const { place, open } = usePlace(resource)
  const rights = useRights(resource)
  const columns = useColumns(resource)
  const entity = useMemo(() => ({ resource, rights, columns, open }), [resource, rights, columns, open])
  return (
    <EntityContext.Provider value={entity}>
      <EntityListView place={place} />
      <EntityDialogs place={place} />
    </EntityContext.Provider>
  )
}

/**
 * Dialog that the address names, over its list. A record created in it starts with the project and area that the list
 * is filtered by.
 */
function EntityDialogs({ place }: { place: Place }) {
  const { resource, open } = useEntity()
  const { data } = useListContext<Row>()
  const [{ project, area }] = useListFilters()
  if (place.kind === 'list') return null
  return (
    <Suspense>
      <Dialogs resource={resource} place={place} open={open} presets={{ project, area }} rows={data} />
    </Suspense>
  )
}

/**
 * Returns what the URL opens over a list, and a function that opens another place and keeps the list's state. Closing
 * goes back to the history entry that the dialog was opened from, so that the browser's back button does not reopen a
 * closed dialog. A dialog opened by its address is replaced in the history by the place it closes to.
 */
function usePlace(resource: Resource): { place: Place; open: (place: Place) => void } {
  const { pathname, search, state, key } = useLocation()
  const navigate = useNavigate()
  const place = useMemo(() => parsePlace(resource, pathname), [resource, pathname])
  // The browser goes back asynchronously; a second close before that must not go back twice.
  const left = useRef<string | null>(null)
  const open = useStable((next: Place) => {
    if (left.current === key) return
    const there = pathTo(resource, next)
    if (openerIn(state) === there) {
      left.current = key
      void navigate(-1)
    } else if (pathname.startsWith(`${there}/`)) void navigate({ pathname: there, search }, { replace: true })
    else void navigate({ pathname: there, search }, { state: { opener: pathname } })
  })
  return { place, open }
}

/** Returns the path that a dialog was opened from, as stored in its history entry. */
const openerIn = (state: unknown): unknown =>
  typeof state === 'object' && state !== null && 'opener' in state ? state.opener : undefined
