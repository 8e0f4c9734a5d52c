import { useTranslate } from 'ra-core'
import { EmptyState } from '../../kit/index.ts'

/** /BigCity (spec 1 §2.1): a placeholder. */
export function BigCity() {
  const translate = useTranslate()
  return <EmptyState title={translate('shell.city')} />
}
