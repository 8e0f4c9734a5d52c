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

/** Draws a page for whoever may open it, and a refusal for everybody else. The code of a refused page is not even loaded. */
export const Guard = ({ menuKey, Page }: GuardProps) => (mayOpen(useCaller(), menuKey) ? <Page /> : <Denied />)

/** The same for the list of a resource, whose definition may ask for more than the menu's key. */
export const ListGuard = ({ resource, Page }: Pick<GuardProps, 'Page'> & { resource: Resource }) =>
  mayUse(useCaller(), resource, 'list') ? <Page /> : <Denied />

/** The same for a page in no menu, that shows live data. */
export const LiveGuard = ({ Page }: Pick<GuardProps, 'Page'>) => (mayRead(useCaller(), 'live') ? <Page /> : <Denied />)

/** For a page the user may not open. */
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
