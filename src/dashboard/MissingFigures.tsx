import { useTranslate } from 'react-admin'
import { InlineError, messageOf } from '../kit/index.ts'
import css from './overview.module.css'

/** What a small card says in place of its figures, with another try: why they are not there, or, where the page has shown that already (`pageError`), only that they are missing. */
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
