import { useResourceContext } from 'ra-core'
import { useCallback, useMemo, useRef } from 'react'
import { resourceOf } from '../../resources/index.ts'
import type { Resource } from '../../resources/kit/define.ts'
import { useCaller } from '../ui/index.ts'
import './crud.css'
import { Dialogs } from './Dialogs.tsx'
import { FormAhead } from './FormAhead.tsx'
import { ListBody } from './ListBody.tsx'
import { ListHeader } from './ListHeader.tsx'
import { useListQuery } from './listQuery.ts'
import { rightsOf } from './rights.ts'
import { useKeptPlace } from './useKeptPlace.ts'
import { usePlace } from './usePlace.ts'
import { usePreload } from './usePreload.ts'
import { useReturnFocus } from './useReturnFocus.ts'
import { useRows } from './useRows.ts'

/** The screen of a resource, drawn from its definition: head, area tree, filters, table, pager, and the dialogs its URL names. */
export default function ResourceList() {
  const path = useResourceContext()
  if (!path) throw new Error('a list stands outside of a resource')
  // The key starts a list afresh: open branches and hidden menus of one resource are not another's.
  return <List key={path} resource={resourceOf(path)} />
}

function List({ resource }: { resource: Resource }) {
  const caller = useCaller()
  const rights = useMemo(() => rightsOf(caller, resource), [caller, resource])
  const [query, change] = useListQuery()
  const { place, open } = usePlace(resource)
  const frame = useRef<HTMLElement>(null)
  useReturnFocus(frame, place)
  const goTo = useCallback((page: number) => change({ page }), [change])
  const list = useRows(resource, query, true, goTo)
  useKeptPlace(frame)
  usePreload(resource, rights, list.rows !== undefined)
  return (
    <section className="crud" ref={frame}>
      <ListHeader resource={resource} tools={rights.tools} query={query} place={place} open={open} create={rights.create} />
      <ListBody resource={resource} rights={rights} query={query} onQuery={change} list={list} onOpen={open} />
      <Dialogs resource={resource} place={place} open={open} presets={{ project: query.project, area: query.area }} rows={list.rows} />
      {place.kind === 'list' && list.rows && (rights.create || rights.edit) && <FormAhead resource={resource} />}
    </section>
  )
}
