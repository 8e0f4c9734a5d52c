import { lazy, Suspense } from 'react'
import { bigScreen } from '../../../resources/menu.ts'
import { Guard } from '../../shell/Guard.tsx'
import { Loading } from '../../shell/Loading.tsx'
import { Toasts } from '../../shell/Toasts.tsx'
import '../../shell/shell.css'
import { Unattended } from './Unattended.tsx'
import './unattended.css'

const load = () => import('./BigScreenPage.tsx')
const Page = lazy(load)

/** Starts loading the screen's code. A failure shows when it is drawn. */
export const preloadBigScreen = (): void => void load().catch(() => {})

/** The big screen for whoever may open it (super administrators and key 8), with what the shell is to other pages. */
export const BigScreen = () => (
  <Unattended>
    <Suspense fallback={<Loading />}>
      <Guard menuKey={bigScreen.key} Page={Page} />
    </Suspense>
    <Toasts />
  </Unattended>
)
