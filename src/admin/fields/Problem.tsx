import { ValidationError } from 'react-admin'
import controlsCss from '../../kit/controls.module.css'

/** What is wrong with a field that no definition draws, below it; the field names it by `${id}-problem`. */
export const Problem = ({ id, message }: { id: string; message: string | undefined }) =>
  message ? (
    <span id={`${id}-problem`} className={controlsCss.fieldError} role="alert">
      <ValidationError error={message} />
    </span>
  ) : null
