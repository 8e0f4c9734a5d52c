import { useEffect, useRef, useState, type FocusEvent, type KeyboardEvent, type RefObject } from 'react'

interface Options {
  /** The scrolling list; its items carry data-index, and the active one alone tabIndex 0. */
  ref: RefObject<HTMLElement | null>
  count: number
  /** Items side by side: up and down move by as many. */
  columns: number
  scrollTo: (index: number) => void
  /** Enter on an item. */
  onOpen: (index: number) => void
}

/** Keys of a list that draws only what is seen: one item is in the tab order, the arrows, Home and End move it and bring it into view. */
export function useListKeys({ ref, count, columns, scrollTo, onOpen }: Options) {
  const [chosen, setActive] = useState(0)
  /** Where the focus is on its way to: the item may be drawn only after the list has scrolled. */
  const target = useRef<number | null>(null)
  const active = Math.max(0, Math.min(chosen, count - 1))

  useEffect(() => {
    if (target.current !== active) return
    const item = ref.current?.querySelector<HTMLElement>(`[data-index="${active}"]`)
    if (!item) return
    target.current = null
    item.focus({ preventScroll: true })
  })

  const onKeyDown = (event: KeyboardEvent<HTMLElement>): void => {
    if (event.ctrlKey || event.metaKey || event.altKey || (event.target as HTMLElement).dataset['index'] === undefined)
      return
    if (event.key === 'Enter') return onOpen(active)
    const steps: Record<string, number> = {
      ArrowRight: 1,
      ArrowLeft: -1,
      ArrowDown: columns,
      ArrowUp: -columns,
      Home: -active,
      End: count - 1 - active,
    }
    const step = steps[event.key]
    if (step === undefined) return
    event.preventDefault()
    const next = Math.max(0, Math.min(count - 1, active + step))
    if (next === active) return
    target.current = next
    setActive(next)
    scrollTo(next)
  }

  const onFocus = (event: FocusEvent<HTMLElement>): void => {
    const index = event.target.dataset['index']
    if (index !== undefined) setActive(Number(index))
  }

  return { listProps: { onKeyDown, onFocus }, active }
}
