import { lazy, Suspense } from 'react'
import { useExtensions } from '../kit/index.ts'
import { Loading } from '../kit/states/Loading.tsx'

const InboxPage = lazy(() => import('./inbox/InboxPage.tsx'))
const AlarmsPage = lazy(() => import('./records/AlarmsPage.tsx'))

/**
 * Page /monitor/threoldManage: the inbox in which alarms are worked on or, where the platform lacks the extension
 * `alarmwork`, the alarm records.
 */
export default function AlarmsRoom() {
  const extensions = useExtensions()
  if (extensions === undefined) return <Loading />
  return <Suspense fallback={<Loading />}>{extensions.has('alarmwork') ? <InboxPage /> : <AlarmsPage />}</Suspense>
}
