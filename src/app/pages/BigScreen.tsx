import { Suspense } from 'react'
import { BigScreenPage } from './index.ts'
import { bigScreen } from '../../../resources/menu.ts'
import { Guard } from '../../kit/guard/Guard.tsx'
import { Loading } from '../../kit/Loading.tsx'
import { Toasts } from '../../kit/Toasts.tsx'
import { Unattended } from '../../bigscreen/Unattended.tsx'

/** The big screen for whoever may open it (super administrators and key 8), with what the shell is to other pages. */
export const BigScreen = () => (
  <Unattended>
    <Suspense fallback={<Loading />}>
      <Guard menuKey={bigScreen.key} Page={BigScreenPage} />
    </Suspense>
    <Toasts />
  </Unattended>
)
