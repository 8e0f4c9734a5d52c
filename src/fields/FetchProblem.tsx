import { useTranslate } from 'ra-core'
import { messageOf } from '../ui/index.ts'

/** Says under an input that its choices could not be loaded, and why, with a way to try again. */
export function FetchProblem({ error, onRetry }: { error: Error | null; onRetry: () => unknown }) {
  const translate = useTranslate()
  if (!error) return null
  return (
    <p className="field-error" role="alert">
      {translate('crud.choicesFailed', { reason: messageOf(error, translate) })}{' '}
      <button type="button" className="field-link" onClick={() => void onRetry()}>
        {translate('shell.retry')}
      </button>
    </p>
  )
}
