import { CircleAlert } from 'lucide-react'
import css from './fields.module.css'

interface FieldTextProps {
  id?: string
  help?: string
  problem?: string
}

/**
 * The line under an input: what helps to fill it, or what is wrong with it. It has its room before anything is wrong, so that nothing moves
 * under a pointer that leaves one field for another; a problem longer than that is cut, and read whole while its field has the focus.
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
