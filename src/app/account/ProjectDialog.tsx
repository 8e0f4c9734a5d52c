import { Button } from '@mui/material'
import { useTranslate } from 'react-admin'
import { useState } from 'react'
import { Dialog, EmptyState, InlineError, Skeleton } from '../../kit/index.ts'
import { ProjectForm } from './ProjectForm.tsx'
import { useMyProject } from './useMyProject.ts'

/** The caller's project (spec 1 §2.4): what it is called and how to reach it may be changed, its codes only be read. */
export default function ProjectDialog({ onClose }: { onClose: () => void }) {
  const translate = useTranslate()
  const { data, error, isPending, refetch } = useMyProject()
  const [dirty, setDirty] = useState(false)
  const [asking, setAsking] = useState(false)
  const leave = () => (dirty ? setAsking(true) : onClose())
  return (
    <>
      <Dialog title={translate('shell.project')} width={560} onClose={leave}>
        {error ? (
          <InlineError error={error} onRetry={() => void refetch()} />
        ) : isPending ? (
          <Skeleton height={240} />
        ) : data === null ? (
          <EmptyState title={translate('shell.noProject')} />
        ) : (
          <ProjectForm project={data} onDirty={setDirty} onCancel={leave} onSaved={onClose} />
        )}
      </Dialog>
      {asking && (
        <Dialog
          title={translate('crud.discardTitle')}
          width={420}
          onClose={() => setAsking(false)}
          footer={
            <>
              <Button onClick={() => setAsking(false)}>{translate('crud.cancel')}</Button>
              <Button variant="contained" color="error" onClick={onClose}>
                {translate('crud.discard')}
              </Button>
            </>
          }
        >
          <p>{translate('crud.discardText')}</p>
        </Dialog>
      )}
    </>
  )
}
