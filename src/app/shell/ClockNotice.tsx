import { createElement, lazy, Suspense, useSyncExternalStore } from 'react'
import { isClockWrong, onClockLearnt } from '../../../dataProvider/clock.ts'

/** What tells of a clock that is wrong. Few browsers need it: its code is loaded with the first answer that shows one. */
export function ClockNotice() {
  return useSyncExternalStore(onClockLearnt, isClockWrong) && <Suspense>{createElement(WrongClock)}</Suspense>
}

const WrongClock = lazy(() => import('./WrongClock.tsx'))
