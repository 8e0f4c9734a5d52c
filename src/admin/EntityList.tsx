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
 * The screen of an entity, made from its definition: react-admin's list with a view of ours, and the dialogs its address names. Search, filters, sort
 * and page stand in the address as react-admin writes them, and nowhere else, so that a list opens as its link says.
 */
export default function EntityList() {
  const path = useResourceContext()
  const { pathname, search } = useLocation()
  if (!path) throw new Error('a list stands outside of a resource')
  const today = todaysSearch(search)
  if (today !== null) return <Navigate to={{ pathname, search: today }} replace />
  // The key starts a list afresh: open branches and selected rows of one entity are not another's.
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

/** The dialog an address names, over its list. What is made in it starts from what the list is narrowed to. */
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
 * What the URL says is open over a list, and the way to somewhere else with the list's state kept. Closing goes back to the entry of the
 * history a dialog was opened from, so that the browser's back button never opens again what was closed; what was opened by its
 * address gives its own entry to what it closes to.
 */
function usePlace(resource: Resource): { place: Place; open: (place: Place) => void } {
  const { pathname, search, state, key } = useLocation()
  const navigate = useNavigate()
  const place = useMemo(() => parsePlace(resource, pathname), [resource, pathname])
  // The browser goes back in its own time: closed twice meanwhile, a dialog is closed once.
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

/** The path a dialog was opened from, as its entry of the history holds it. */
const openerIn = (state: unknown): unknown =>
  typeof state === 'object' && state !== null && 'opener' in state ? state.opener : undefined
