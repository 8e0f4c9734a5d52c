import { useEffect, useEffectEvent, useLayoutEffect, useRef, type ReactNode, type RefObject } from 'react'

export interface PopoverProps {
  /** What it hangs on. */
  anchor: RefObject<HTMLElement | null>
  label: string
  onClose: () => void
  /** At least as wide as what it hangs on; never wider than this, px. */
  width?: number
  children: ReactNode
}

/** A panel under its anchor, or above it where there is more room. Closes on Escape, on a click elsewhere and when the focus leaves. Draw it only while it is open. */
export function Popover({ anchor, label, onClose, width = 320, children }: PopoverProps) {
  const panel = useRef<HTMLDivElement>(null)
  const close = useEffectEvent(onClose)

  useLayoutEffect(() => {
    const place = () => {
      const [element, base] = [panel.current, anchor.current?.getBoundingClientRect()]
      if (!element || !base) return
      const below = window.innerHeight - base.bottom - 12
      const above = base.top - 12
      const wide = Math.min(Math.max(base.width, width), window.innerWidth - 16)
      const up = below < 260 && above > below
      Object.assign(element.style, {
        width: `${wide}px`,
        left: `${Math.max(8, Math.min(base.left, window.innerWidth - wide - 8))}px`,
        maxHeight: `${Math.min(420, up ? above : below)}px`,
        top: up ? 'auto' : `${base.bottom + 4}px`,
        bottom: up ? `${window.innerHeight - base.top + 4}px` : 'auto',
      })
    }
    place()
    window.addEventListener('resize', place)
    window.addEventListener('scroll', place, true)
    return () => {
      window.removeEventListener('resize', place)
      window.removeEventListener('scroll', place, true)
    }
  }, [anchor, width])

  useEffect(() => {
    const outside = ({ target }: Event) => {
      if (target instanceof Node && !panel.current?.contains(target) && !anchor.current?.contains(target)) close()
    }
    const escape = (event: KeyboardEvent) => {
      if (event.key !== 'Escape') return
      // Not also the dialog it may stand in.
      event.preventDefault()
      event.stopPropagation()
      anchor.current?.focus()
      close()
    }
    document.addEventListener('pointerdown', outside, true)
    document.addEventListener('keydown', escape, true)
    return () => {
      document.removeEventListener('pointerdown', outside, true)
      document.removeEventListener('keydown', escape, true)
    }
  }, [anchor])

  return (
    <div ref={panel} className="ui-popover" role="dialog" aria-label={label}>
      {children}
    </div>
  )
}
