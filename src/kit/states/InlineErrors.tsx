import { useTranslate } from 'react-admin'
import { messageOf } from '../messageOf.ts'
import { InlineError } from './InlineError.tsx'

export interface Failure {
  /** A thrown error, a message key or a sentence. */
  error: unknown
  onRetry: () => void
}

/**
 * The failures of a panel with several requests: one banner per distinct message, whose retry repeats all requests that
 * failed with it.
 */
export function InlineErrors({ failures }: { failures: readonly (Failure | false | null)[] }) {
  const translate = useTranslate()
  const failed = failures.flatMap((failure) =>
    failure ? [{ ...failure, words: messageOf(failure.error, translate) }] : [],
  )
  return [...new Set(failed.map(({ words }) => words))].map((words) => (
    <InlineError
      key={words}
      error={words}
      onRetry={() => failed.filter((failure) => failure.words === words).forEach(({ onRetry }) => onRetry())}
    />
  ))
}
