import { X } from 'lucide-react'
import { useTranslate } from 'ra-core'
import { useEffect, useEffectEvent, useId, useRef, type ReactNode } from 'react'
import './controls.css'
import { giveBack } from './focus.ts'

export interface DialogProps {
  title: ReactNode
  /** Widest it gets, px; on a phone it fills the screen. */
  width?: number
  onClose: () => void
  /** Beside the close button. */
  tools?: ReactNode
  /** Stays in sight below the body. */
  footer?: ReactNode
  children: ReactNode
  /** Fills the whole window. */
  full?: boolean
}

/**
 * A dialog of the pages that do without MUI, in the browser's own: it keeps the focus inside, closes with Escape and gives the focus back; what carries
 * `data-autofocus` has it first, else the close button. Draw it only while it is open. Pages that poll hold themselves back with useHold while they draw one.
 */
export function Dialog({ title, width = 600, onClose, tools, footer, children, full = false }: DialogProps) {
  const translate = useTranslate()
  const dialog = useRef<HTMLDialogElement>(null)
  const closer = useRef<HTMLButtonElement>(null)
  const heading = useId()
  const close = useEffectEvent(onClose)

  useEffect(() => {
    const element = dialog.current
    if (!element) return
    const opener = document.activeElement
    element.showModal()
    // Before it was shown nothing in it could have the focus: autoFocus came too early.
    ;(element.querySelector<HTMLElement>('[data-autofocus]') ?? closer.current)?.focus()
    const scrim = ({ target }: MouseEvent) => {
      if (target === element) close()
    }
    // The browser would close it by itself: whether it closes is for whoever opened it to say.
    const cancel = (event: Event) => {
      if (event.target !== element) return
      event.preventDefault()
      close()
    }
    element.addEventListener('mousedown', scrim)
    element.addEventListener('cancel', cancel)
    return () => {
      element.removeEventListener('mousedown', scrim)
      element.removeEventListener('cancel', cancel)
      element.close()
      giveBack(opener)
    }
  }, [])

  return (
    <dialog
      ref={dialog}
      className={`ui-dialog${full ? ' ui-dialog--full' : ''}`}
      aria-labelledby={heading}
      style={full ? undefined : { maxWidth: width }}
    >
      <div className="ui-dialog__frame">
        <header className="ui-dialog__head">
          <h2 id={heading}>{title}</h2>
          {tools}
          <button
            ref={closer}
            type="button"
            className="ui-icon-button"
            aria-label={translate('shell.close')}
            onClick={onClose}
          >
            <X size={16} strokeWidth={1.75} aria-hidden />
          </button>
        </header>
        <div className="ui-dialog__body">{children}</div>
        {footer && <footer className="ui-dialog__foot">{footer}</footer>}
      </div>
    </dialog>
  )
}
