import { useCallback, useMemo, useState } from 'react'
import type { Row } from '../../dataProvider/rows.ts'

/** The rows a user has chosen, on this page of a list and on others. */
export interface Selection {
  chosen: ReadonlyMap<number, Row>
  /** Of the rows shown: how many are chosen. */
  page: 'none' | 'some' | 'all'
  choose: (rows: readonly Row[], chosen: boolean) => void
  /** Chooses or lets go of all rows shown. */
  togglePage: () => void
  /** These rows alone. */
  keep: (rows: readonly Row[]) => void
}

/** Selection that outlives paging, searching and sorting; it ends with the screen. null where there is nothing to select for. */
export function useSelection(enabled: boolean, rows: readonly Row[] | undefined): Selection | null {
  const [chosen, setChosen] = useState<ReadonlyMap<number, Row>>(new Map())
  const choose = useCallback(
    (some: readonly Row[], on: boolean) =>
      setChosen((before) => {
        const after = new Map(before)
        for (const row of some) {
          if (on) after.set(row.id, row)
          else after.delete(row.id)
        }
        return after
      }),
    [],
  )
  const keep = useCallback((some: readonly Row[]) => setChosen(new Map(some.map((row) => [row.id, row]))), [])
  return useMemo(() => {
    if (!enabled) return null
    const shown = rows ?? []
    const count = shown.filter((row) => chosen.has(row.id)).length
    const page = count === 0 ? 'none' : count === shown.length ? 'all' : 'some'
    return { chosen, page, choose, keep, togglePage: () => choose(shown, page !== 'all') }
  }, [enabled, rows, chosen, choose, keep])
}
