import { useState } from 'react'
import { useLateWords } from '../kit/hooks/useLateWords.ts'
import { LoseSecrets } from '../admin/form/SecretDialog.tsx'
import { ConfirmDialog } from '../admin/dialogs/ConfirmDialog.tsx'
import { useLeaveGuard } from '../admin/useLeaveGuard.ts'
import { useResourceWords } from '../admin/words.ts'
import type { Resource } from '../../resources/kit/define.ts'
import { useCaller } from '../kit/index.ts'
import { CheckStep } from './CheckStep.tsx'
import { FileStep } from './FileStep.tsx'
import { ImportFrame } from './ImportFrame.tsx'
import { SendStep } from './SendStep.tsx'
import type { Sheet } from './sheet/sheet.ts'
import { useImport } from './useImport.ts'

interface ImportDialogProps {
  resource: Resource
  project: number | null
  onClose: () => void
}

/**
 * Imports records of a resource from a CSV file, in three steps: the file, its rows with their problems, and the
 * results.
 */
export default function ImportDialog({ resource, project, onClose }: ImportDialogProps) {
  const translate = useLateWords('importing')
  const words = useResourceWords(resource)
  const state = useImport(resource, useCaller(), project)
  const { loaded, forget } = state
  const [sent, setSent] = useState(false)
  const [unsent, setUnsent] = useState(0)
  const [unsaved, setUnsaved] = useState(0)
  /** The sheet that the user has edited. */
  const [edited, setEdited] = useState<Sheet | null>(null)
  const isEdited = loaded !== null && edited === loaded.sheet
  const atStake = sent ? unsent : isEdited ? loaded.sheet.rows.length : 0
  const guard = useLeaveGuard(atStake > 0 || unsaved > 0, onClose)
  /** An action that the user requested and that would discard the edits; it waits for a confirmation. */
  const [asked, setAsked] = useState<(() => void) | null>(null)
  const forgetEdits = (next: () => void) => (isEdited ? setAsked(() => next) : next())
  const leave = () => {
    loaded?.sending.stop()
    guard.leave()
  }
  const step = !loaded ? 'file' : sent ? 'send' : 'check'
  return (
    <>
      <ImportFrame
        title={translate('importing.title', { name: words.noun })}
        step={step}
        width={1200}
        onClose={guard.close}
      >
        {!loaded ? (
          <FileStep resource={resource} state={state} />
        ) : !sent ? (
          <CheckStep
            key={loaded.parsed.encoding}
            loaded={loaded}
            state={state}
            onEncoding={(encoding) => forgetEdits(() => void state.read(loaded.file, encoding))}
            onBack={() => forgetEdits(forget)}
            onSend={() => setSent(true)}
            onEdited={() => setEdited(loaded.sheet)}
          />
        ) : (
          <SendStep
            resource={resource}
            loaded={loaded}
            onAtStake={setUnsent}
            onUnsaved={setUnsaved}
            onClose={guard.close}
          />
        )}
      </ImportFrame>
      {asked && (
        <ConfirmDialog
          title={translate('crud.discardTitle')}
          text={translate('crud.discardText')}
          confirm={translate('crud.discard')}
          onConfirm={() => {
            setAsked(null)
            asked()
          }}
          onClose={() => setAsked(null)}
        />
      )}
      {guard.asking && atStake > 0 && (
        <ConfirmDialog
          title={translate('importing.leaveTitle')}
          text={
            <>
              <p>{translate('importing.leaveText', { count: atStake })}</p>
              {unsaved > 0 && <p>{translate('crud.once.loseText', { smart_count: unsaved })}</p>}
            </>
          }
          confirm={translate('importing.leave')}
          onConfirm={leave}
          onClose={guard.stay}
        />
      )}
      {guard.asking && atStake === 0 && <LoseSecrets count={unsaved} guard={guard} />}
    </>
  )
}
