import type { ComponentType } from 'react'
import { mayOpen } from '../../../resources/kit/access.ts'
import { Denied } from './Denied.tsx'
import { useCaller } from '../index.ts'

interface GuardProps {
  /** Key of the page's menu entry. */
  menuKey: string
  Page: ComponentType
}

/** Draws a page for whoever may open it, and a refusal for everybody else. The code of a refused page is not even loaded. */
export const Guard = ({ menuKey, Page }: GuardProps) => (mayOpen(useCaller(), menuKey) ? <Page /> : <Denied />)
