import { useSearchParams } from 'react-router-dom'
import { idIn } from '../../dataProvider/plain.ts'

/** A dialog over a list, as a parameter of the address names it: `?detail=3`. */
export interface Opened<K extends string> {
  kind: K
  id: number
}

/**
 * Returns the dialog that the address names over its list, by the first of its parameters that is present, and a
 * function that opens another one; null closes it.
 */
export function useOpened<K extends string>(kinds: readonly K[]): [Opened<K> | null, (next: Opened<K> | null) => void] {
  const [search, setSearch] = useSearchParams()
  const opened = kinds.flatMap((kind): Opened<K>[] => {
    const id = idIn(search.get(kind))
    return id === null ? [] : [{ kind, id }]
  })[0]
  const open = (next: Opened<K> | null) =>
    setSearch((before) => {
      const address = new URLSearchParams(before)
      kinds.forEach((kind) => address.delete(kind))
      if (next) address.set(next.kind, String(next.id))
      return address
    })
  return [opened ?? null, open]
}
