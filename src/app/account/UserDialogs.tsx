import { lazy, Suspense } from 'react'
import { usePausePolls } from '../../kit/hooks/pausePolls.ts'

const OwnPasswordDialog = lazy(() => import('./OwnPasswordDialog.tsx'))
const DeviceCodesDialog = lazy(() => import('../../entities/device/DeviceCodesDialog.tsx'))
const OutboxDialog = lazy(() => import('../../entities/contact/OutboxDialog.tsx'))
const PlatformDialog = lazy(() => import('./PlatformDialog.tsx'))
const UpdatesDialog = lazy(() => import('./UpdatesDialog.tsx'))
const ProjectDialog = lazy(() => import('./ProjectDialog.tsx'))

export type UserDialog = 'deviceCodes' | 'outbox' | 'password' | 'project' | 'platform' | 'updates'

/** Dialogs of the user's menu; their code is loaded when one is opened. */
export function UserDialogs({ dialog, onClose }: { dialog: UserDialog | null; onClose: () => void }) {
  usePausePolls(dialog !== null)
  return (
    <Suspense fallback={null}>
      {dialog === 'password' && <OwnPasswordDialog onClose={onClose} />}
      {dialog === 'platform' && <PlatformDialog onClose={onClose} />}
      {dialog === 'deviceCodes' && <DeviceCodesDialog onClose={onClose} />}
      {dialog === 'outbox' && <OutboxDialog onClose={onClose} />}
      {dialog === 'updates' && <UpdatesDialog onClose={onClose} />}
      {dialog === 'project' && <ProjectDialog onClose={onClose} />}
    </Suspense>
  )
}
