import { lazy, Suspense } from 'react'
import { useExtensions } from '../kit/index.ts'
import { Loading } from '../kit/states/Loading.tsx'

const InboxPage = lazy(() => import('./inbox/InboxPage.tsx'))
const AlarmsPage = lazy(() => import('./records/AlarmsPage.tsx'))

/** /monitor/threoldManage: the desk where alarms are worked on, or, in front of a platform without the extension `alarmwork`, the records they leave. */
export default function AlarmsRoom() {
  const extensions = useExtensions()
  if (extensions === undefined) return <Loading />
  return <Suspense fallback={<Loading />}>{extensions.has('alarmwork') ? <InboxPage /> : <AlarmsPage />}</Suspense>
}
