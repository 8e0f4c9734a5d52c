import type { ReactNode } from 'react'
import { useTranslate } from 'react-admin'
import { InlineError, Skeleton } from '../../kit/index.ts'
import css from './device.module.css'

interface QueryContentProps<T> {
  query: { data: T | undefined; error: Error | null; refetch: () => unknown }
  children: (data: T) => ReactNode
  /** Placeholder while the data loads; some skeleton lines by default. */
  waiting?: ReactNode
}

/** Data of a query, or its loading state, or its error with a retry. */
export function QueryContent<T>({ query, children, waiting }: QueryContentProps<T>) {
  const translate = useTranslate()
  const { data, error, refetch } = query
  return (
    <>
      {error && <InlineError error={error} onRetry={() => void refetch()} />}
      {data !== undefined
        ? children(data)
        : !error && (
            <div
              className={css.loading}
              data-shape={waiting !== undefined || undefined}
              role="status"
              aria-label={translate('shell.loading')}
            >
              {waiting ?? Array.from({ length: LINES }, (_, index) => <Skeleton key={index} height={18} />)}
            </div>
          )}
    </>
  )
}

const LINES = 6
