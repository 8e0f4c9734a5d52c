import { Check, Minus } from 'lucide-react'
import css from '../states/feedback.module.css'

/** The box of a checked, half-checked or unchecked item, for display only: the enclosing element exposes the state. */
export function Tick({ checked }: { checked: boolean | 'mixed' }) {
  const Mark = checked === 'mixed' ? Minus : Check
  return (
    <span className={css.tick} data-part="tick" data-on={checked !== false || undefined} aria-hidden>
      {checked !== false && <Mark size={12} strokeWidth={3} />}
    </span>
  )
}
