import { createElement, lazy, Suspense, useSyncExternalStore } from 'react'
import { isClockWrong, onClockLearnt } from '../../../dataProvider/clock.ts'

/** Warns of a wrong clock. Few browsers need it, so its code is loaded with the first answer that reveals one. */
export function ClockNotice() {
  return useSyncExternalStore(onClockLearnt, isClockWrong) && <Suspense>{createElement(WrongClock)}</Suspense>
}

const WrongClock = lazy(() => import('./WrongClock.tsx'))
