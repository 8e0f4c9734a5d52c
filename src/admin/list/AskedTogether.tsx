import { ListContextProvider, useListContext, type ListControllerResult } from 'react-admin'
import { useMemo, type ReactNode } from 'react'

/**
 * List context whose changes of filter, order and page do not undo each other. react-admin's functions start from what
 * the list shows, and its live filter form sets the whole filter, so a change requested a moment earlier and not shown
 * yet would be lost (ra-core's useListParams).
 */
export function AskedTogether({ children }: { children: ReactNode }) {
  const list = useListContext()
  const { filterValues, setFilters, setSort, setPage, setPerPage } = list
  // react-admin creates its functions anew when the list shows something else; from then on no change is outstanding.
  const changes = useMemo(
    () => askedTogether({ filterValues, setFilters, setSort, setPage, setPerPage }),
    [filterValues, setFilters, setSort, setPage, setPerPage],
  )
  return <ListContextProvider value={{ ...list, ...changes }}>{children}</ListContextProvider>
}

type Changes = Pick<ListControllerResult, 'setFilters' | 'setSort' | 'setPage' | 'setPerPage'>
type Filter = Readonly<Record<string, unknown>>

/**
 * Wraps the setters of a list that shows `filterValues`: each call repeats the outstanding ones before it, which
 * combine into one address. Of a filter, only the values that differ from the shown ones count as changed.
 */
function askedTogether({ filterValues: shown, ...list }: Changes & { filterValues: Filter }): Changes {
  let asked = shown
  const outstanding: (() => void)[] = []
  const ask = (change: () => void) => {
    outstanding.push(change)
    for (const each of outstanding) each()
  }
  return {
    setFilters: (next: Filter) => {
      const changed = Object.keys({ ...shown, ...next }).filter((name) => said(shown[name]) !== said(next[name]))
      const filter = { ...asked, ...Object.fromEntries(changed.map((name) => [name, next[name]])) }
      asked = filter
      ask(() => list.setFilters(filter))
    },
    setSort: (sort) => ask(() => list.setSort(sort)),
    setPage: (page) => ask(() => list.setPage(page)),
    setPerPage: (size) => ask(() => list.setPerPage(size)),
  }
}

/**
 * Returns a filter's value in comparable form; undefined, null and '' are equal, because react-admin leaves them out of
 * an address.
 */
const said = (value: unknown): string => JSON.stringify(value ?? '')
