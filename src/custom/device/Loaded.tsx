import type { ReactNode } from 'react'
import { useTranslate } from 'ra-core'
import { InlineError, Skeleton } from '../../ui/index.ts'

interface LoadedProps<T> {
  query: { data: T | undefined; error: Error | null; refetch: () => unknown }
  children: (data: T) => ReactNode
}

/** What was asked for, or that it is under way, or why it is not there, with another try. */
export function Loaded<T>({ query, children }: LoadedProps<T>) {
  const translate = useTranslate()
  const { data, error, refetch } = query
  return (
    <>
      {error && <InlineError error={error} onRetry={() => void refetch()} />}
      {data !== undefined
        ? children(data)
        : !error && (
            <div className="device-loading" role="status" aria-label={translate('shell.loading')}>
              {Array.from({ length: 6 }, (_, index) => (
                <Skeleton key={index} height={18} />
              ))}
            </div>
          )}
    </>
  )
}
