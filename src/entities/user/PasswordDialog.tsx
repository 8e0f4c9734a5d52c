import { Button, DialogActions, DialogContent } from '@mui/material'
import { useNotify, useTranslate } from 'react-admin'
import { useEffect, useRef, useState, type FormEvent } from 'react'
import { pushSubscription } from '../../../authProvider/endPush.ts'
import { changePassword } from '../../../authProvider/signIn.ts'
import { WireError } from '../../../dataProvider/http.ts'
import { DiscardDialog } from '../../admin/form/DiscardDialog.tsx'
import { rowsById, useNames } from '../../admin/fields/names.ts'
import { useLeaveGuard } from '../../admin/useLeaveGuard.ts'
import type { DialogSlotProps } from '../../admin/fields/slotProps.ts'
import { useLabel } from '../../admin/fields/useLabel.ts'
import { loadSettings } from '../../kit/hooks/settings.ts'
import { Dialog, InlineError, useCaller } from '../../kit/index.ts'
import { PasswordField } from './PasswordField.tsx'
import formCss from '../../admin/form/form.module.css'
import fieldsCss from '../../admin/fields/fields.module.css'
import css from './user.module.css'

/** Sets a user's password (7-1-5); the editor confirms with their own password. */
export default function PasswordDialog({ resource, id, label, onClose }: DialogSlotProps) {
  const translate = useTranslate()
  const pick = useLabel()
  const notify = useNotify()
  const own = useCaller().id === id
  const { data: users, isPending } = useNames(resource.path)
  const named = rowsById(users ?? []).get(id)?.['username']
  const name = String(named ?? (isPending ? '…' : `#${id}`))
  const [values, setValues] = useState<PasswordValues>({ own: '', next: '', repeat: '' })
  const [tried, setTried] = useState(false)
  const [failure, setFailure] = useState<unknown>(null)
  const [min, setMin] = useState(1)
  const busy = useRef(false)
  const guard = useLeaveGuard(Object.values(values).some(Boolean), onClose)
  useEffect(() => void loadSettings().then(({ passwordMin }) => setMin(passwordMin)), [])

  const problems = passwordProblems(values, min, tried)
  const refusal = failure instanceof WireError ? failure.body.errors : undefined
  const submit = async (event: FormEvent) => {
    event.preventDefault()
    setTried(true)
    if (busy.current || Object.values(passwordProblems(values, min, true)).some(Boolean)) return
    busy.current = true
    setFailure(null)
    const kept = own ? endpointHere() : undefined
    try {
      await changePassword(id, values.own, values.next, await kept)
      notify('user.passwordSaved', { type: 'success', messageArgs: { name } })
      guard.leave()
    } catch (caught) {
      setFailure(caught)
    } finally {
      busy.current = false
    }
  }
  const field = (field: keyof PasswordValues, text: string, autoComplete: string, hint?: string) => (
    <PasswordField
      label={text}
      autoComplete={autoComplete}
      autoFocus={field === 'own'}
      value={values[field]}
      hint={hint}
      problem={
        problems[field]
          ? translate(problems[field], { min })
          : field === 'own'
            ? refusal?.['my_passwd']
            : field === 'next'
              ? refusal?.['user_passwd']
              : undefined
      }
      onChange={(value) => {
        setFailure(null)
        setValues((before) => ({ ...before, [field]: value }))
      }}
    />
  )
  return (
    <Dialog title={pick(label)} named={named === undefined ? undefined : name} width={440} onClose={guard.close} framed>
      <form className={formCss.formFrame} noValidate onSubmit={(event) => void submit(event)}>
        <DialogContent className={css.userPassword}>
          {failure !== null && !refusal && <InlineError error={failure} />}
          {field('own', translate(own ? 'signin.change.old' : 'user.ownPassword'), 'current-password')}
          {field('next', translate('signin.change.next'), 'new-password', translate('signin.change.length', { min }))}
          {field('repeat', translate('signin.change.repeat'), 'new-password')}
          <p className={fieldsCss.help}>{translate(own ? 'user.ownPasswordHint' : 'user.passwordHint', { name })}</p>
        </DialogContent>
        <DialogActions>
          <Button onClick={guard.close}>{translate('crud.cancel')}</Button>
          <Button type="submit" variant="contained" color="primary">
            {translate('signin.change.submit')}
          </Button>
        </DialogActions>
      </form>
      <DiscardDialog guard={guard} />
    </Dialog>
  )
}

/** Returns this browser's push endpoint: a user who stays signed in here keeps receiving messages here. */
const endpointHere = async (): Promise<string | undefined> => (await pushSubscription().catch(() => null))?.endpoint

/** Typed values for setting a user's password: the editor's own one, the new one twice. */
interface PasswordValues {
  own: string
  next: string
  repeat: string
}

/**
 * Returns the current problems by field, as message keys. A mismatch is reported while it is typed, emptiness and
 * length after a first attempt (spec 2 §5).
 */
export function passwordProblems(
  { own, next, repeat }: PasswordValues,
  min: number,
  tried: boolean,
): Record<keyof PasswordValues, string | null> {
  return {
    own: tried && !own ? 'error.rule.required' : null,
    next: !tried ? null : !next ? 'error.rule.required' : next.length < min ? 'signin.change.length' : null,
    repeat: repeat && repeat !== next ? 'signin.change.mismatch' : tried && !repeat ? 'error.rule.required' : null,
  }
}
