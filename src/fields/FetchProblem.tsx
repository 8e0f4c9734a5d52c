import { useTranslate } from 'ra-core'

/** Says under an input that its choices could not be loaded, and why, with a way to try again. */
export function FetchProblem({ error, onRetry }: { error: Error | null; onRetry: () => unknown }) {
  const translate = useTranslate()
  if (!error) return null
  return (
    <p className="field-error" role="alert">
      {translate('crud.choicesFailed')} {translate(error.message, { _: error.message })}{' '}
      <button type="button" className="field-link" onClick={() => void onRetry()}>
        {translate('shell.retry')}
      </button>
    </p>
  )
}
