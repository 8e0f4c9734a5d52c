import { useTranslate } from 'react-admin'
import { useState } from 'react'
import { DiscardDialog } from '../../admin/form/DiscardDialog.tsx'
import { useLeaveGuard } from '../../admin/useLeaveGuard.ts'
import { Dialog, EmptyState, InlineError, Skeleton } from '../../kit/index.ts'
import { ProjectForm } from './ProjectForm.tsx'
import { useMyProject } from './useMyProject.ts'

/** The caller's project (spec 1 §2.4): its name and contact can be changed, its codes are read-only. */
export default function ProjectDialog({ onClose }: { onClose: () => void }) {
  const translate = useTranslate()
  const { data, error, isPending, refetch } = useMyProject()
  const [dirty, setDirty] = useState(false)
  const guard = useLeaveGuard(dirty, onClose)
  return (
    <>
      <Dialog title={translate('shell.project')} width={560} onClose={guard.close}>
        {error ? (
          <InlineError error={error} onRetry={() => void refetch()} />
        ) : isPending ? (
          <Skeleton height={240} />
        ) : data === null ? (
          <EmptyState title={translate('shell.noProject')} />
        ) : (
          <ProjectForm project={data} onDirty={setDirty} onCancel={guard.close} onSaved={guard.leave} />
        )}
      </Dialog>
      <DiscardDialog guard={guard} />
    </>
  )
}
