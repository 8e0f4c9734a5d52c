import { Button, DialogActions, DialogContent, OutlinedInput } from '@mui/material'
import { CircleAlert } from 'lucide-react'
import { useNotify, useTranslate } from 'react-admin'
import { useId, useRef, useState, type FormEvent } from 'react'
import { renameDevice } from '../../../dataProvider/calls/device.ts'
import { WireError } from '../../../dataProvider/http.ts'
import { fieldProblem } from '../../../resources/kit/validate.ts'
import { DiscardDialog } from '../../admin/form/DiscardDialog.tsx'
import { FieldRoom } from '../../admin/form/FormSkeleton.tsx'
import { MissingDialog } from '../../admin/dialogs/MissingDialog.tsx'
import { useLeaveGuard } from '../../admin/useLeaveGuard.ts'
import { useRecord } from '../../admin/form/useRecord.ts'
import { useSaved } from '../../admin/useSaved.ts'
import { RequiredMark } from '../../admin/fields/FieldInput.tsx'
import type { DialogSlotProps } from '../../admin/fields/slotProps.ts'
import { useLabel } from '../../admin/fields/useLabel.ts'
import { Dialog, messageOf } from '../../kit/index.ts'
import formCss from '../../admin/form/form.module.css'
import fieldsCss from '../../admin/fields/fields.module.css'
import { QueryContent } from './QueryContent.tsx'

/** Changes only a device's name (spec 2 §2), for callers who may not change anything else. */
export default function RenameDialog({ resource, id, label, onClose }: DialogSlotProps) {
  const translate = useTranslate()
  const pick = useLabel()
  const notify = useNotify()
  const saved = useSaved()
  const field = useId()
  const { record, error, retry } = useRecord(resource, id)
  const [typed, setTyped] = useState<string | null>(null)
  const [refused, setRefused] = useState<string | null>(null)
  const [busy, setBusy] = useState(false)
  const saving = useRef(false)
  const input = useRef<HTMLInputElement>(null)
  const stored = String(record?.[resource.title] ?? '')
  const name = typed ?? stored
  const definition = resource.fields[resource.title]
  const wrong = definition && typed !== null ? fieldProblem(definition, name, {}) : null
  const problem = refused ?? (wrong ? translate(wrong.key, wrong.args) : null)
  const guard = useLeaveGuard(name !== stored, onClose)
  const close = () => !busy && guard.close()

  const save = async (event: FormEvent) => {
    event.preventDefault()
    if (saving.current || !record) return
    if (problem) return input.current?.focus()
    if (name === stored) return guard.leave()
    saving.current = true
    setBusy(true)
    try {
      await renameDevice(id, name.trim())
      void saved(resource.path)
      notify('device.renamed', { type: 'success' })
      guard.leave()
    } catch (failure) {
      const atField = failure instanceof WireError ? failure.body.errors?.[resource.title] : undefined
      if (atField) setRefused(atField)
      const text = messageOf(failure, translate)
      notify(text, { type: 'error', messageArgs: { _: text } })
      input.current?.focus()
    } finally {
      saving.current = false
      setBusy(false)
    }
  }

  if (error instanceof WireError && error.status === 404) return <MissingDialog resource={resource} onClose={onClose} />
  return (
    <Dialog title={pick(label)} width={550} onClose={close} framed>
      <form className={formCss.formFrame} noValidate onSubmit={(event) => void save(event)}>
        <DialogContent className={formCss.form}>
          <QueryContent
            query={{ data: record ?? undefined, error, refetch: retry }}
            waiting={definition && <FieldRoom name={resource.title} field={definition} />}
          >
            {() => (
              <div className={fieldsCss.field} data-part="field">
                <div className={fieldsCss.head}>
                  <label htmlFor={field}>
                    {definition && pick(definition.label)}
                    {definition?.required && <RequiredMark />}
                  </label>
                </div>
                <OutlinedInput
                  id={field}
                  autoFocus
                  fullWidth
                  inputRef={input}
                  value={name}
                  autoComplete="off"
                  error={problem !== null}
                  onChange={(event) => {
                    setRefused(null)
                    setTyped(event.target.value)
                  }}
                  inputProps={{ 'aria-describedby': problem ? `${field}-text` : undefined }}
                />
                {problem && (
                  <p id={`${field}-text`} className={fieldsCss.error} data-part="problem">
                    <CircleAlert size={14} aria-hidden />
                    {problem}
                  </p>
                )}
              </div>
            )}
          </QueryContent>
        </DialogContent>
        <DialogActions>
          <Button onClick={close}>{translate('crud.cancel')}</Button>
          <Button type="submit" variant="contained" color="primary" aria-disabled={busy || !record} aria-busy={busy}>
            {translate('crud.save.submit')}
          </Button>
        </DialogActions>
      </form>
      <DiscardDialog guard={guard} />
    </Dialog>
  )
}
