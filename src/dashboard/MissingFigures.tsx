import { useTranslate } from 'react-admin'
import { InlineError, messageOf } from '../kit/index.ts'
import css from './overview.module.css'

/**
 * What a small card shows instead of its figures, with a retry: the error or, if the page shows it already
 * (`pageError`), only that the figures are missing.
 */
export function MissingFigures({
  error,
  pageError,
  onRetry,
}: {
  error: unknown
  pageError: unknown
  onRetry: () => void
}) {
  const translate = useTranslate()
  const why = messageOf(error, translate)
  const brief = pageError !== null && messageOf(pageError, translate) === why
  return (
    <div className={css.missing} data-brief={brief || undefined} title={why}>
      <InlineError error={brief ? 'dashboard.missing' : error} onRetry={onRetry} />
    </div>
  )
}
