import { useTranslate } from 'ra-core'
import type { Resource } from '../../resources/kit/define.ts'
import { Skeleton } from '../ui/index.ts'

/** More than fills a screen is not seen. */
const SHOWN = 12

/** The room of a form until it, or its record, is there. */
export function FormSkeleton({ resource }: { resource: Resource }) {
  const translate = useTranslate()
  return (
    <div className="crud-grid" role="status" aria-label={translate('shell.loading')}>
      {resource.form.flatMap(({ fields }) => fields).slice(0, SHOWN).map((name) => (
        <div key={name} className="field">
          <Skeleton width={80} />
          <Skeleton height={32} />
        </div>
      ))}
    </div>
  )
}
