import { useTranslate } from 'react-admin'
import { messageOf } from '../../../kit/index.ts'
import css from '../fields.module.css'

/**
 * Error below an input whose choices could not be loaded, with a retry. The reason is only in the tooltip, because the
 * inputs of one form mostly fail for the same reason.
 */
export function FetchProblem({ error, onRetry }: { error: Error | null; onRetry: () => unknown }) {
  const translate = useTranslate()
  if (!error) return null
  return (
    <p className={css.error} data-part="problem" role="alert" title={messageOf(error, translate)}>
      {translate('crud.choicesMissing')}
      <button type="button" className={css.link} onClick={() => void onRetry()}>
        {translate('shell.retry')}
      </button>
    </p>
  )
}
