import { HomeLink } from './HomeLink.tsx'
import { useTranslate } from 'react-admin'
import { Lock } from 'lucide-react'
import type { ComponentType } from 'react'
import { mayOpen, mayUse } from '../../../resources/kit/access.ts'
import type { Resource } from '../../../resources/kit/define.ts'
import { mayRead } from '../../../resources/reads.ts'
import { useCaller, EmptyState } from '../index.ts'

interface GuardProps {
  /** Key of the page's menu entry. */
  menuKey: string
  Page: ComponentType
}

/** Renders a page for users who may open it, and a refusal for all others. The code of a refused page is not loaded. */
export const Guard = ({ menuKey, Page }: GuardProps) => (mayOpen(useCaller(), menuKey) ? <Page /> : <Denied />)

/** As Guard, for the list of a resource, whose definition may require more than the menu key. */
export const ListGuard = ({ resource, Page }: Pick<GuardProps, 'Page'> & { resource: Resource }) =>
  mayUse(useCaller(), resource, 'list') ? <Page /> : <Denied />

/** As Guard, for a page with live data that is in no menu. */
export const LiveGuard = ({ Page }: Pick<GuardProps, 'Page'>) => (mayRead(useCaller(), 'live') ? <Page /> : <Denied />)

/** Shown instead of a page that the user may not open. */
function Denied() {
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
