import { useCallback, useState } from 'react'

/** Which branches of a tree are open: those the user opened; a search opens all it left. */
export function useOpenLines(searching: boolean, start: readonly string[]) {
  const [chosen, setChosen] = useState<ReadonlySet<string>>(() => new Set(start))
  const [closed, setClosed] = useState<ReadonlySet<string>>(new Set())
  const set = searching ? setClosed : setChosen
  const isOpen = (id: string): boolean => (searching ? !closed.has(id) : chosen.has(id))
  const setOpen = useCallback(
    (id: string, open: boolean) => set((before) => withId(before, id, open === (set === setChosen))),
    [set],
  )
  const closeAll = useCallback(() => setChosen(new Set()), [])
  return { isOpen, setOpen, closeAll, anyOpen: chosen.size > 0 }
}

function withId(ids: ReadonlySet<string>, id: string, inside: boolean): ReadonlySet<string> {
  if (ids.has(id) === inside) return ids
  const next = new Set(ids)
  if (inside) next.add(id)
  else next.delete(id)
  return next
}
