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
  /** The scrolling list; its items carry data-index, and the active one alone tabIndex 0. */
  ref: RefObject<HTMLElement | null>
  /** The devices in their order. */
  ids: readonly number[]
  /** Items side by side: up and down move by as many. */
  columns: number
  /** Where an item stands in the list: px from its top, and how high it is. */
  place: (index: number) => { top: number; height: number }
  /** px that the list's head covers, and that stay free around an item that was brought into sight. */
  head?: number
  edge?: number
  /** Enter on an item. */
  onOpen: (index: number) => void
}

/**
 * Keys of a list that draws only what is seen: one item is in the tab order, the arrows, Home and End move it and bring it into view. The item is a
 * device, not a place: when the list changes its order, or draws its items anew, the focus goes along with it. It stays drawn wherever the list is
 * scrolled to (`rangeExtractor`): an element that is taken away takes the focus with it, and with the focus the keys.
 */
export function useListKeys({ ref, ids, columns, place, head = 0, edge = 0, onOpen }: Options) {
  const [chosen, setChosen] = useState<{ id: number | undefined; index: number }>({ id: undefined, index: 0 })
  /** Whether the focus is on an item: where it is lost then, it was not the reader who moved it. */
  const held = useRef(false)
  const active = activeOf(ids, chosen)
  /** Where it stood when it was last drawn, and how much of the list was in sight. */
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
    // Another order, other columns, a list that became lower: what was in sight stays there.
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
    // A window that loses the focus leaves it where it is. Of elements that React takes away nobody is told.
    if (document.activeElement !== target) held.current = false
  }

  // Before anybody was in the list there is no focus to keep.
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

/** Where the chosen device stands now; where it left the list, who took its place. */
function activeOf(ids: readonly number[], { id, index }: { id: number | undefined; index: number }): number {
  if (id === undefined || ids[index] === id) return Math.max(0, Math.min(index, ids.length - 1))
  const moved = ids.indexOf(id)
  return moved === -1 ? Math.max(0, Math.min(index, ids.length - 1)) : moved
}

/** The place of an item; undefined of what stands in one, or elsewhere. */
function indexOf(target: EventTarget | null): number | undefined {
  const index = target instanceof HTMLElement ? target.dataset['index'] : undefined
  return index === undefined ? undefined : Number(index)
}
