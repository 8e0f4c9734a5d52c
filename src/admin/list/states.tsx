import { useListContext } from 'react-admin'
import { useEffect, useState, type ReactNode } from 'react'
import { InlineError } from '../../kit/index.ts'
import tableCss from './table/table.module.css'
import css from './list.module.css'

interface ListRowsProps {
  /** Placeholder until the first rows arrive. */
  waiting: ReactNode
  /** Empty state, with its reason. */
  none: ReactNode
  children: ReactNode
}

/** The rows of the enclosing list, or their loading or empty state. */
export function ListRows({ waiting, none, children }: ListRowsProps) {
  const { data, error, isFetching } = useListContext()
  if (data === undefined) return error ? null : waiting
  if (data.length === 0) return none
  return (
    <div className={tableCss.rows} data-part="rows" aria-busy={isFetching} data-refreshing={isFetching || undefined}>
      {children}
    </div>
  )
}

/** Error above the rows when the list could not be read, with a retry. */
export function ListFailure() {
  const failure = useListFailure()
  return (
    failure && (
      <div className={css.banner}>
        <InlineError error={failure.error} onRetry={failure.retry} />
      </div>
    )
  )
}

/**
 * Returns why the list could not be read. After a failure of a page behind the first, react-admin goes back to the
 * first page, whose rows are loaded: the failure stays visible, and the retry goes to the requested page.
 */
function useListFailure(): { error: Error; retry: () => void } | null {
  const { error, page, isFetching, setPage, refetch } = useListContext()
  const [failed, setFailed] = useState<{ error: Error; page: number } | null>(null)
  useEffect(() => {
    if (error) setFailed({ error, page })
    else if (!isFetching) setFailed((before) => (before && page === 1 && before.page !== 1 ? before : null))
  }, [error, page, isFetching])
  if (!failed) return null
  return { error: failed.error, retry: () => (failed.page === page ? void refetch() : setPage(failed.page)) }
}
