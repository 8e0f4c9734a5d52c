import { ListTree } from 'lucide-react'
import { useTranslate } from 'ra-core'
import { Navigate } from 'react-router-dom'
import { landingOf } from '../../../authProvider/landing.ts'
import { overview } from '../../../resources/menu.ts'
import { EmptyState, useCaller } from '../../kit/index.ts'
import { Dashboard } from './index.ts'

/** The start page: the dashboard, else the first page the user may see; an account without any menu is told what to do. */
export function Home() {
  const translate = useTranslate()
  const landing = landingOf(useCaller())
  if (landing === overview.path) return <Dashboard />
  if (landing) return <Navigate to={landing} replace />
  return <EmptyState icon={<ListTree />} title={translate('shell.noMenu')} hint={translate('shell.noMenuHint')} />
}
