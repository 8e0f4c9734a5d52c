import { Button, DialogActions, DialogContent, OutlinedInput } from '@mui/material'
import { Check, Copy, FileDown } from 'lucide-react'
import { useTranslate } from 'react-admin'
import { useId, useImperativeHandle, useState, type Ref } from 'react'
import { toCsv } from '../../../resources/kit/csv.ts'
import { ConfirmDialog } from '../dialogs/ConfirmDialog.tsx'
import { useLeaveGuard, type LeaveGuard } from '../useLeaveGuard.ts'
import { Dialog, download } from '../../kit/index.ts'
import fieldsCss from '../fields/fields.module.css'
import textCss from '../../kit/text.module.css'
import type { Secret } from './secrets.ts'
import type { Leaving } from './UnsavedChanges.tsx'
import css from './form.module.css'

interface SecretDialogProps {
  secrets: readonly Secret[]
  /** How the surrounding dialog is closed while the secrets are shown. */
  ref?: Ref<Leaving>
  onClose: () => void
}

/**
 * Shows secrets that cannot be looked up again. Its button confirms that they were stored; every other way to close
 * asks first, until they were copied or saved.
 */
export function SecretDialog({ secrets, ref, onClose }: SecretDialogProps) {
  const translate = useTranslate()
  const id = useId()
  const [secured, setSecured] = useState(false)
  const guard = useLeaveGuard(!secured, onClose)
  useImperativeHandle(ref, () => guard, [guard])
  const [copied, setCopied] = useState<ReadonlySet<string>>(new Set())
  const noteCopied = (name: string) => {
    const all = new Set([...copied, name])
    setCopied(all)
    if (secrets.every((secret) => all.has(secret.name))) setSecured(true)
  }
  const copy = async ({ name, value }: Secret) => {
    try {
      await navigator.clipboard.writeText(value)
      noteCopied(name)
    } catch {
      // Without a secure context there is no clipboard: the text can be selected by hand.
    }
  }
  const save = () => {
    download(
      translate('crud.once.file'),
      toCsv(
        secrets.map(({ name }) => translate(`crud.once.${name}`)),
        [secrets.map(({ value }) => value)],
      ),
    )
    setSecured(true)
  }
  return (
    <>
      <Dialog
        title={translate('crud.once.title')}
        width={440}
        onClose={guard.close}
        role="alertdialog"
        className={css.confirm}
        framed
      >
        <DialogContent>
          <p>{translate('crud.once.text')}</p>
          {secrets.map((secret) => (
            <div key={secret.name} className={fieldsCss.field} data-part="field">
              <label className={fieldsCss.head} htmlFor={`${id}-${secret.name}`}>
                {translate(`crud.once.${secret.name}`)}
              </label>
              <div className={fieldsCss.pair}>
                <OutlinedInput
                  id={`${id}-${secret.name}`}
                  value={secret.value}
                  readOnly
                  onFocus={(event) => event.target.select()}
                  inputProps={{ className: textCss.mono, onCopy: () => noteCopied(secret.name) }}
                />
                <Button
                  className={css.copy}
                  startIcon={copied.has(secret.name) ? <Check size={16} /> : <Copy size={16} />}
                  onClick={() => void copy(secret)}
                >
                  {translate(copied.has(secret.name) ? 'crud.once.copied' : 'crud.once.copy')}
                </Button>
              </div>
            </div>
          ))}
        </DialogContent>
        <DialogActions>
          <Button startIcon={<FileDown size={16} aria-hidden />} onClick={save}>
            {translate('crud.once.save')}
          </Button>
          <Button variant="contained" color="primary" autoFocus onClick={guard.leave}>
            {translate('crud.once.done')}
          </Button>
        </DialogActions>
      </Dialog>
      {guard.asking && <LoseSecrets count={secrets.length} guard={guard} />}
    </>
  )
}

/** Confirmation before a secret that is shown only once is lost. */
export function LoseSecrets({ count, guard }: { count: number; guard: LeaveGuard }) {
  const translate = useTranslate()
  return (
    <ConfirmDialog
      title={translate('crud.once.loseTitle')}
      text={translate('crud.once.loseText', { smart_count: count })}
      confirm={translate('crud.once.lose')}
      onConfirm={guard.leave}
      onClose={guard.stay}
    />
  )
}
