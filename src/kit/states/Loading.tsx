import { useTranslate } from 'react-admin'
import { Skeleton } from '../index.ts'
import css from './feedback.module.css'

/** Placeholder of a page while its code loads. */
export function Loading() {
  const translate = useTranslate()
  return (
    <div className={css.loading} role="status" aria-label={translate('shell.loading')}>
      <Skeleton width={160} height={20} />
      <Skeleton height={32} />
      <Skeleton height={200} />
    </div>
  )
}
