import { lazy, Suspense } from 'react'
import { Guard } from '../../shell/Guard.tsx'
import { Loading } from '../../shell/Loading.tsx'
import { Toasts } from '../../shell/Toasts.tsx'
import '../../shell/shell.css'
import { Unattended } from './Unattended.tsx'
import './unattended.css'

/** Where the big screen is. It stands outside of the shell and is no entry of the menu. */
export const BIG_SCREEN = { key: '8', path: '/BigScreen' } as const

const load = () => import('./BigScreenPage.tsx')
const Page = lazy(load)

/** Starts loading the screen's code. A failure shows when it is drawn. */
export const preloadBigScreen = (): void => void load().catch(() => {})

/** The big screen for whoever may open it (super administrators and key 8), with what the shell is to other pages. */
export const BigScreen = () => (
  <Unattended>
    <Suspense fallback={<Loading />}>
      <Guard menuKey={BIG_SCREEN.key} Page={Page} />
    </Suspense>
    <Toasts />
  </Unattended>
)
