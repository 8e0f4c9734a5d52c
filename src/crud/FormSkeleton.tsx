import { useTranslate } from 'ra-core'
import type { Resource } from '../../resources/kit/define.ts'
import { Skeleton } from '../ui/index.ts'

/** The room of a form until it, or its record, is there. */
export function FormSkeleton({ resource }: { resource: Resource }) {
  const translate = useTranslate()
  return (
    <div className="crud-grid" role="status" aria-label={translate('shell.loading')}>
      {resource.form.flatMap(({ fields }) => fields).map((name) => (
        <div key={name} className="field">
          <Skeleton width={80} />
          <Skeleton height={32} />
        </div>
      ))}
    </div>
  )
}
