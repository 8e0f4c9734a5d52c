import { useState, type CSSProperties, type RefObject } from 'react'
import type { Resource } from '../../../../resources/kit/define.ts'
import type { TableColumn } from './columns.ts'
import { useUserStore } from '../useUserStore.ts'

/** Column widths in px by field. */
type Stored = Readonly<Record<string, number>>

export interface Widths {
  /** Whether the user has set widths: the table then does not size its columns by their content. */
  sized: boolean
  style: CSSProperties | undefined
  of: (name: string) => number | undefined
  /** Current width of a column, set or not; 0 where nothing is drawn. */
  measured: (name: string) => number
  /** Called while an edge is dragged. */
  show: (name: string, width: number) => void
  /** Called once the edge is let go. */
  saveWidth: (name: string, width: number) => void
  /** Resets all columns to the width of their content. */
  reset: () => void
}

export const NARROWEST = 60
export const WIDEST = 800

/**
 * Returns the widths that a user gave the columns of a list. The first change fixes the other columns at their current
 * width.
 */
export function useWidths(
  resource: Resource,
  columns: readonly TableColumn[],
  table: RefObject<HTMLTableElement | null>,
): Widths {
  const [stored, setStored] = useUserStore<Stored>(`widths.${resource.path}`, {})
  const [dragged, setDragged] = useState<Stored | null>(null)
  const widths = dragged ?? stored
  const sized = Object.keys(widths).length > 0
  const head = (name: string) => table.current?.querySelector<HTMLElement>(`th[data-column="${name}"]`)
  const measured = (name: string): number => Math.round(head(name)?.getBoundingClientRect().width ?? 0)
  const withOne = (name: string, width: number): Stored => ({
    ...Object.fromEntries(
      columns.map((column) => [column.name, measured(column.name)] as const).filter(([, now]) => now > 0),
    ),
    ...widths,
    [name]: Math.round(Math.min(WIDEST, Math.max(NARROWEST, width))),
  })
  return {
    sized,
    style: sized ? { minWidth: columns.reduce((sum, { name }) => sum + (widths[name] ?? USUAL), ENDS) } : undefined,
    of: (name) => widths[name],
    measured,
    show: (name, width) => setDragged(withOne(name, width)),
    saveWidth: (name, width) => {
      setDragged(null)
      setStored(withOne(name, width))
    },
    reset: () => {
      setDragged(null)
      setStored({})
    },
  }
}

/** Width of the checkbox column and the action column, as in table.module.css, px. */
const ENDS = 52 + 96

/** Width of a column that was hidden when the others were sized, px. */
const USUAL = 140
