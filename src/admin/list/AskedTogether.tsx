import { ListContextProvider, useListContext, type ListControllerResult } from 'react-admin'
import { useMemo, type ReactNode } from 'react'

/**
 * A list whose changes of filter, order and page do not undo each other. react-admin's start from what the list shows, and its live filter form sets the whole
 * filter: what was asked for a moment before, and is not shown yet, would be lost (ra-core's useListParams).
 */
export function AskedTogether({ children }: { children: ReactNode }) {
  const list = useListContext()
  const { filterValues, setFilters, setSort, setPage, setPerPage } = list
  // react-admin makes its functions anew when the list shows something else, and nothing is outstanding from there on.
  const changes = useMemo(
    () => askedTogether({ filterValues, setFilters, setSort, setPage, setPerPage }),
    [filterValues, setFilters, setSort, setPage, setPerPage],
  )
  return <ListContextProvider value={{ ...list, ...changes }}>{children}</ListContextProvider>
}

type Changes = Pick<ListControllerResult, 'setFilters' | 'setSort' | 'setPage' | 'setPerPage'>
type Filter = Readonly<Record<string, unknown>>

/** The changes of a list that shows `filterValues`: each asks again for those before it, which makes one address of them. Of a filter counts what differs from the shown one. */
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

/** A filter's value, to be compared; what react-admin leaves out of an address is all the same. */
const said = (value: unknown): string => JSON.stringify(value ?? '')
