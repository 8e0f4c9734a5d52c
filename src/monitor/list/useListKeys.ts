import { defaultRangeExtractor, type Range } from '@tanstack/react-virtual'
import {
  useCallback,
  useLayoutEffect,
  useRef,
  useState,
  type FocusEvent,
  type KeyboardEvent,
  type RefObject,
} from 'react'

interface Options {
  /** The scrolling list; its items carry data-index, and only the active one has tabIndex 0. */
  ref: RefObject<HTMLElement | null>
  /** The devices in order. */
  ids: readonly number[]
  /** Items per row: the up and down keys move by this number. */
  columns: number
  /** Position of an item in the list: distance from its top and height, px. */
  place: (index: number) => { top: number; height: number }
  /** Height of the list's sticky head, and the margin kept around an item that is scrolled into view, px. */
  head?: number
  edge?: number
  /** Called on Enter. */
  onOpen: (index: number) => void
}

/**
 * Keyboard navigation of a virtual list: one item is in the tab order; the arrow keys, Home and End move it and scroll
 * it into view. The active item is a device, not an index: when the list is sorted again or rendered anew, the focus
 * stays with the device. Its element stays mounted wherever the list is scrolled to (`rangeExtractor`), since removing
 * the focused element would lose the focus and with it the keys.
 */
export function useListKeys({ ref, ids, columns, place, head = 0, edge = 0, onOpen }: Options) {
  const [chosen, setChosen] = useState<{ id: number | undefined; index: number }>({ id: undefined, index: 0 })
  /** Whether the focus is on an item: if it is lost while true, the user did not move it. */
  const held = useRef(false)
  const active = activeOf(ids, chosen)
  /** Position of the active item at the last render, and the visible height of the list. */
  const drawn = useRef({ top: 0, height: 0, sight: 0 })

  const bringIntoSight = (index: number): void => {
    const { top, height } = place(index)
    const list = ref.current
    if (list === null) return
    const lowest = top + height + edge + head - list.clientHeight
    list.scrollTop = Math.max(lowest, Math.min(list.scrollTop, top - edge))
  }

  useLayoutEffect(() => {
    const [before, list] = [drawn.current, ref.current]
    if (list === null) return
    drawn.current = { ...place(active), sight: list.clientHeight }
    if (!held.current) return
    const hasMoved = before.top !== drawn.current.top || before.sight !== list.clientHeight
    const wasInSight = before.top + before.height > list.scrollTop && before.top < list.scrollTop + before.sight - head
    // After a new order, other columns, or a lower list, an item that was visible stays visible.
    if (hasMoved && wasInSight) bringIntoSight(active)
    const item = list.querySelector<HTMLElement>(`[data-index="${active}"]`)
    if (item !== document.activeElement) item?.focus({ preventScroll: true })
  })

  const onKeyDown = (event: KeyboardEvent<HTMLElement>): void => {
    if (event.ctrlKey || event.metaKey || event.altKey || indexOf(event.target) === undefined) return
    if (event.key === 'Enter') return onOpen(active)
    const steps: Record<string, number> = {
      ArrowRight: 1,
      ArrowLeft: -1,
      ArrowDown: columns,
      ArrowUp: -columns,
      Home: -active,
      End: ids.length - 1 - active,
    }
    const step = steps[event.key]
    if (step === undefined) return
    event.preventDefault()
    const next = Math.max(0, Math.min(ids.length - 1, active + step))
    setChosen({ id: ids[next], index: next })
    bringIntoSight(next)
  }

  const onFocus = ({ target }: FocusEvent<HTMLElement>): void => {
    const index = indexOf(target)
    held.current = index !== undefined
    if (index !== undefined) setChosen({ id: ids[index], index })
  }

  const onBlur = ({ target }: FocusEvent<HTMLElement>): void => {
    // A window that loses the focus keeps its active element. React sends no blur event for elements that it removes.
    if (document.activeElement !== target) held.current = false
  }

  // Until the user has entered the list there is no focus to keep.
  const isChosen = chosen.id !== undefined
  const rangeExtractor = useCallback(
    (range: Range) => {
      const indexes = defaultRangeExtractor(range)
      if (!isChosen || active >= range.count || indexes.includes(active)) return indexes
      return active < (indexes[0] ?? 0) ? [active, ...indexes] : [...indexes, active]
    },
    [active, isChosen],
  )

  return { listProps: { onKeyDown, onFocus, onBlur }, active, rangeExtractor }
}

/** Returns the current index of the chosen device; if it left the list, the index it had. */
function activeOf(ids: readonly number[], { id, index }: { id: number | undefined; index: number }): number {
  if (id === undefined || ids[index] === id) return Math.max(0, Math.min(index, ids.length - 1))
  const moved = ids.indexOf(id)
  return moved === -1 ? Math.max(0, Math.min(index, ids.length - 1)) : moved
}

/** Returns the index of an item; undefined for elements inside an item or elsewhere. */
function indexOf(target: EventTarget | null): number | undefined {
  const index = target instanceof HTMLElement ? target.dataset['index'] : undefined
  return index === undefined ? undefined : Number(index)
}
