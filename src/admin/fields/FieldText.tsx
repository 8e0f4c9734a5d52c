import { CircleAlert } from 'lucide-react'
import css from './fields.module.css'

interface FieldTextProps {
  id?: string
  help?: string
  problem?: string
}

/**
 * Line below an input with its help or its problem. Its space is reserved, so that nothing moves when a problem
 * appears; a problem that is too long is cut off, and shown whole while its field has the focus.
 */
export const FieldText = ({ id, help, problem }: FieldTextProps) => (
  <div className={css.text}>
    {help && (
      <p id={problem ? undefined : id} className={css.help} aria-hidden={problem ? true : undefined}>
        {help}
      </p>
    )}
    {problem && (
      <p id={id} className={css.error} data-part="problem" title={problem}>
        <CircleAlert size={14} aria-hidden />
        <span>{problem}</span>
      </p>
    )}
  </div>
)
