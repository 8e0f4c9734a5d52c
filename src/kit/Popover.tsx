import {
  createContext,
  useContext,
  useEffect,
  useEffectEvent,
  useLayoutEffect,
  useRef,
  type FocusEvent,
  type ReactNode,
  type RefObject,
} from 'react'
import { createPortal } from 'react-dom'

export interface PopoverProps {
  /** What it hangs on. */
  anchor: RefObject<HTMLElement | null>
  label: string
  onClose: () => void
  /** At least as wide as what it hangs on; never wider than this, px. */
  width?: number
  children: ReactNode
}

/**
 * For pages that are drawn scaled: inside a transformed box nothing can stand at a place of the window, so that popovers are drawn in `host`, which lies
 * outside of it, as much larger as the page is.
 */
export const PopoverHostContext = createContext<{ host: HTMLElement | null; scale: number }>({ host: null, scale: 1 })

/** A panel under its anchor, or above it where there is more room. Closes on Escape, on a click elsewhere and when the focus leaves. Draw it only while it is open. */
export function Popover({ anchor, label, onClose, width = 320, children }: PopoverProps) {
  const panel = useRef<HTMLDivElement>(null)
  const close = useEffectEvent(onClose)
  const { host, scale } = useContext(PopoverHostContext)

  useLayoutEffect(() => {
    const place = (base: DOMRect) => {
      const element = panel.current
      if (!element) return
      const below = window.innerHeight - base.bottom - 12
      const above = base.top - 12
      const wide = Math.min(Math.max(base.width, width * scale), window.innerWidth - 16)
      const px = (length: number) => `${length / scale}px`
      const up = below < 260 * scale && above > below
      Object.assign(element.style, {
        zoom: String(scale),
        width: px(wide),
        left: px(Math.max(8, Math.min(base.left, window.innerWidth - wide - 8))),
        maxHeight: px(Math.min(420 * scale, up ? above : below)),
        top: up ? 'auto' : px(base.bottom + 4),
        bottom: up ? px(window.innerHeight - base.top + 4) : 'auto',
      })
    }
    return followed(anchor, place)
  }, [anchor, width, scale])

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

  const left = ({ relatedTarget: next }: FocusEvent) => {
    // Nothing is next where another window or a picker of the browser's own has it.
    if (next instanceof Node && !panel.current?.contains(next) && !anchor.current?.contains(next)) onClose()
  }

  const drawn = (
    <div ref={panel} className="ui-popover" role="dialog" aria-label={label} onBlur={left}>
      {children}
    </div>
  )
  return host ? createPortal(drawn, host) : drawn
}

/** Tells where an element stands, at once and whenever it or the window is otherwise: nothing announces that a banner has pushed the page down, so it is looked at with each frame. */
function followed(anchor: RefObject<HTMLElement | null>, tell: (at: DOMRect) => void): () => void {
  let [frame, told] = [0, '']
  const look = () => {
    const at = anchor.current?.getBoundingClientRect()
    const now = at ? [at.left, at.top, at.width, at.height, window.innerWidth, window.innerHeight].join() : told
    if (at && now !== told) tell(at)
    told = now
    frame = requestAnimationFrame(look)
  }
  look()
  return () => cancelAnimationFrame(frame)
}
