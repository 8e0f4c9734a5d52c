import { useState } from 'react'
import { useLateWords } from '../../kit/hooks/useLateWords.ts'
import { ConfirmDialog } from '../../admin/dialogs/ConfirmDialog.tsx'
import { ImportFrame } from '../ImportFrame.tsx'
import { PastCheckStep } from './PastCheckStep.tsx'
import { PastFileStep } from './PastFileStep.tsx'
import { PastSendStep } from './PastSendStep.tsx'
import { usePastFile } from './usePastFile.ts'

/**
 * Imports history from a CSV file, in three steps: the file, its first rows with the meaning of each column, and the
 * results.
 */
export default function PastDialog({ onClose }: { onClose: () => void }) {
  const translate = useLateWords('importing')
  const state = usePastFile()
  const { loaded } = state
  const [sent, setSent] = useState(false)
  const [asking, setAsking] = useState(false)
  const step = !loaded ? 'file' : sent ? 'send' : 'check'
  const close = () => (loaded?.sending.progress().phase === 'sending' ? setAsking(true) : onClose())
  return (
    <>
      <ImportFrame title={translate('history.import')} step={step} width={960} onClose={close}>
        {!loaded ? (
          <PastFileStep state={state} />
        ) : !sent ? (
          <PastCheckStep loaded={loaded} state={state} onSend={() => setSent(true)} />
        ) : (
          <PastSendStep loaded={loaded} onClose={onClose} />
        )}
      </ImportFrame>
      {asking && (
        <ConfirmDialog
          title={translate('importing.leaveTitle')}
          text={translate('importing.leaveText', { count: loaded?.past.counts().waiting ?? 0 })}
          confirm={translate('importing.leave')}
          onConfirm={onClose}
          onClose={() => setAsking(false)}
        />
      )}
    </>
  )
}
