import { Compass } from 'lucide-react'
import { useTranslate } from 'ra-core'
import { EmptyState } from '../../kit/index.ts'
import { HomeLink } from '../../kit/guard/HomeLink.tsx'

/** For an address that leads nowhere. */
export function NotFound() {
  const translate = useTranslate()
  return (
    <EmptyState
      icon={<Compass />}
      title={translate('shell.notFound')}
      hint={translate('shell.notFoundHint')}
      action={<HomeLink />}
    />
  )
}
