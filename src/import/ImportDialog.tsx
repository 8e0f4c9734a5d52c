import { useTranslate } from 'react-admin'
import { useState } from 'react'
import { LoseSecrets } from '../admin/form/SecretDialog.tsx'
import { ConfirmDialog } from '../admin/dialogs/ConfirmDialog.tsx'
import { useLeaveGuard } from '../admin/useLeaveGuard.ts'
import { useResourceWords } from '../admin/words.ts'
import type { Resource } from '../../resources/kit/define.ts'
import { Dialog, useCaller } from '../kit/index.ts'
import { CheckStep } from './CheckStep.tsx'
import { FileStep } from './FileStep.tsx'
import { SendStep } from './SendStep.tsx'
import { useImport } from './useImport.ts'
import css from './import.module.css'

interface ImportDialogProps {
  resource: Resource
  project: number | null
  onClose: () => void
}

/** Importing records of a resource from a CSV file, in three steps: the file, its rows with what is wrong with them, what became of them. */
export default function ImportDialog({ resource, project, onClose }: ImportDialogProps) {
  const translate = useTranslate()
  const words = useResourceWords(resource)
  const state = useImport(resource, useCaller(), project)
  const { loaded, forget } = state
  const [sent, setSent] = useState(false)
  const [atStake, setAtStake] = useState(0)
  const [unsaved, setUnsaved] = useState(0)
  const guard = useLeaveGuard(atStake > 0 || unsaved > 0, onClose)
  const leave = () => {
    loaded?.sending.stop()
    guard.leave()
  }
  const step = !loaded ? 0 : sent ? 2 : 1
  return (
    <>
      <Dialog
        title={translate('importing.title', { name: words.noun })}
        width={loaded ? 1200 : 760}
        onClose={guard.close}
        closesOutside={false}
        className={css.dialog}
        data-file={!loaded || undefined}
        framed
      >
        <ol className={css.steps} aria-label={translate('importing.steps.label')}>
          {[
            translate('importing.steps.file'),
            translate('importing.steps.check'),
            translate('importing.steps.send'),
          ].map((name, at) => (
            <li key={name} aria-current={at === step ? 'step' : undefined} data-done={at < step || undefined}>
              <span aria-hidden>{at + 1}</span>
              {name}
            </li>
          ))}
        </ol>
        {!loaded ? (
          <FileStep resource={resource} state={state} />
        ) : !sent ? (
          <CheckStep
            key={loaded.parsed.encoding}
            loaded={loaded}
            state={state}
            onBack={forget}
            onSend={() => setSent(true)}
            onEdited={() => setAtStake(loaded.sheet.rows.length)}
          />
        ) : (
          <SendStep
            resource={resource}
            loaded={loaded}
            onAtStake={setAtStake}
            onUnsaved={setUnsaved}
            onClose={guard.close}
          />
        )}
      </Dialog>
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
