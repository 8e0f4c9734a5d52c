import { useEffect, useLayoutEffect, useRef, useState, type KeyboardEvent, type ReactNode } from 'react'
import { createPortal } from 'react-dom'
import { giveBack } from './focus.ts'

export interface MenuProps {
  /** The button it belongs to, which opens and closes it; focus returns there. */
  anchor: HTMLElement
  /** Accessible name. */
  label: string
  /** Below the button, right edges aligned, or beside it, top edges aligned. */
  side: 'below' | 'beside'
  onClose: () => void
  /** Elements with role menuitem or menuitemradio, class ui-menu__item; a heading may come first. */
  children: ReactNode
}

/** A popup menu: arrow keys, Home and End move, Escape, Tab and a click elsewhere close it. Draw it only while it is open. */
export function Menu({ anchor, label, side, onClose, children }: MenuProps) {
  const list = useRef<HTMLDivElement>(null)
  const [place, setPlace] = useState({ top: 0, left: 0 })

  useLayoutEffect(() => {
    if (list.current) setPlace(placeFor(anchor.getBoundingClientRect(), list.current.getBoundingClientRect(), side))
  }, [anchor, side])

  useEffect(() => {
    const first =
      list.current?.querySelector<HTMLElement>('[aria-checked=true], [aria-current]') ?? itemsOf(list.current)[0]
    first?.focus()
    // Whatever was chosen may have moved the focus already.
    return () => giveBack(anchor)
  }, [anchor])

  useEffect(() => {
    const outside = ({ target }: Event) => {
      if (target instanceof Node && !list.current?.contains(target) && !anchor.contains(target)) onClose()
    }
    document.addEventListener('pointerdown', outside, true)
    return () => document.removeEventListener('pointerdown', outside, true)
  }, [anchor, onClose])

  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key === 'Escape' || event.key === 'Tab') {
      event.preventDefault()
      event.stopPropagation()
      onClose()
      anchor.focus()
    } else if (event.key in steps) {
      event.preventDefault()
      const items = itemsOf(list.current)
      steps[event.key]?.(items, items.indexOf(document.activeElement as HTMLElement))?.focus()
    }
  }
  return createPortal(
    <div
      ref={list}
      className="ui-menu"
      role="menu"
      tabIndex={-1}
      aria-label={label}
      style={place}
      onKeyDown={onKeyDown}
    >
      {children}
    </div>,
    document.body,
  )
}

const EDGE = 8

function placeFor(anchor: DOMRect, menu: DOMRect, side: MenuProps['side']) {
  const top = side === 'below' ? anchor.bottom + 4 : anchor.top
  const left = side === 'below' ? anchor.right - menu.width : anchor.right + 12
  const within = (value: number, size: number, space: number) => Math.max(EDGE, Math.min(value, space - size - EDGE))
  return { top: within(top, menu.height, window.innerHeight), left: within(left, menu.width, window.innerWidth) }
}

const itemsOf = (list: HTMLElement | null): HTMLElement[] => [
  ...(list?.querySelectorAll<HTMLElement>('[role^=menuitem]:not([aria-disabled=true])') ?? []),
]

const steps: Partial<Record<string, (items: HTMLElement[], at: number) => HTMLElement | undefined>> = {
  ArrowDown: (items, at) => items[(at + 1) % items.length],
  ArrowUp: (items, at) => items.at(at <= 0 ? -1 : at - 1),
  Home: (items) => items[0],
  End: (items) => items.at(-1),
}
