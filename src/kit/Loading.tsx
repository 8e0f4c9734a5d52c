import { useTranslate } from 'ra-core'
import { Skeleton } from './index.ts'

/** Stands where a page will be while its code loads. */
export function Loading() {
  const translate = useTranslate()
  return (
    <div className="shell-loading" role="status" aria-label={translate('shell.loading')}>
      <Skeleton width={160} height={20} />
      <Skeleton height={32} />
      <Skeleton height={200} />
    </div>
  )
}
