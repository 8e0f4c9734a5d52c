import { ValidationError } from 'react-admin'
import controlsCss from '../../kit/controls.module.css'

/** Problem of a field without a definition, shown below it; the field refers to it by `${id}-problem`. */
export const Problem = ({ id, message }: { id: string; message: string | undefined }) =>
  message ? (
    <span id={`${id}-problem`} className={controlsCss.fieldError} role="alert">
      <ValidationError error={message} />
    </span>
  ) : null
