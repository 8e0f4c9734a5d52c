import { Lock } from 'lucide-react'
import { useTranslate } from 'ra-core'
import { EmptyState } from '../index.ts'
import { HomeLink } from './HomeLink.tsx'

/** For a page the user may not open. */
export function Denied() {
  const translate = useTranslate()
  return (
    <EmptyState
      icon={<Lock />}
      title={translate('shell.denied')}
      hint={translate('shell.deniedHint')}
      action={<HomeLink />}
    />
  )
}
