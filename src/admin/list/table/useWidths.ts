import { useState, type CSSProperties, type RefObject } from 'react'
import type { Resource } from '../../../../resources/kit/define.ts'
import type { TableColumn } from './columns.ts'
import { useUserStore } from '../useUserStore.ts'

/** Column widths in px by field. */
type Stored = Readonly<Record<string, number>>

export interface Widths {
  /** The user has set some: the table no longer sizes its columns by what they hold. */
  sized: boolean
  style: CSSProperties | undefined
  of: (name: string) => number | undefined
  /** A column's width now, chosen or not; 0 where nothing is drawn. */
  measured: (name: string) => number
  /** While an edge is dragged. */
  show: (name: string, width: number) => void
  /** Once it is let go. */
  saveWidth: (name: string, width: number) => void
  /** All columns back to what they hold. */
  reset: () => void
}

export const NARROWEST = 60
export const WIDEST = 800

/** Widths a user gave the columns of a list. The first change fixes the others as they stand. */
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

/** The boxes at one end and the operations at the other, as table.module.css has them. */
const ENDS = 52 + 96

/** Of a column that was hidden when the others were sized. */
const USUAL = 140
