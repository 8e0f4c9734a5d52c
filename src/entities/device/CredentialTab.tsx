import { Button } from '@mui/material'
import { clsx } from 'clsx'
import { KeyRound } from 'lucide-react'
import { useNotify, useTranslate } from 'react-admin'
import { useState } from 'react'
import { newCredential, revokeCredentials, type CredentialOwner } from '../../../dataProvider/calls/device.ts'
import { ConfirmDialog } from '../../admin/dialogs/ConfirmDialog.tsx'
import { SecretDialog } from '../../admin/form/SecretDialog.tsx'
import { InlineError } from '../../kit/index.ts'
import css from './device.module.css'
import formCss from '../../admin/form/form.module.css'

type Step = { kind: 'renew' } | { kind: 'revoke' } | { kind: 'shown'; credential: string }

/**
 * Telemetry credential of a device or gateway: it can be renewed, which shows the new one only this once, or revoked.
 * Both invalidate earlier credentials.
 */
export function CredentialTab({ owner, id }: { owner: CredentialOwner; id: number }) {
  const translate = useTranslate()
  const notify = useNotify()
  const [step, setStep] = useState<Step | null>(null)
  const [busy, setBusy] = useState(false)
  const [failure, setFailure] = useState<unknown>(null)
  const act = async (work: () => Promise<Step | null>) => {
    setBusy(true)
    setFailure(null)
    try {
      setStep(await work())
    } catch (caught) {
      setStep(null)
      setFailure(caught)
    } finally {
      setBusy(false)
    }
  }
  const renew = () => act(async () => ({ kind: 'shown', credential: await newCredential(owner, id) }))
  const revoke = () =>
    act(async () => {
      await revokeCredentials(owner, id)
      notify('device.credential.revoked', { type: 'success' })
      return null
    })
  return (
    <section className={clsx(formCss.section, css.credential)}>
      <p>{translate('device.credential.about')}</p>
      {failure !== null && <InlineError error={failure} />}
      <div className={css.buttons}>
        <Button startIcon={<KeyRound size={14} aria-hidden />} onClick={() => setStep({ kind: 'renew' })}>
          {translate('device.credential.renew')}
        </Button>
        <Button color="error" onClick={() => setStep({ kind: 'revoke' })}>
          {translate('device.credential.revoke')}
        </Button>
      </div>
      {step?.kind === 'renew' && (
        <ConfirmDialog
          title={translate('device.credential.renew')}
          text={translate('device.credential.renewText')}
          confirm={translate('device.credential.renewConfirm')}
          busy={busy}
          onConfirm={() => void renew()}
          onClose={() => setStep(null)}
        />
      )}
      {step?.kind === 'revoke' && (
        <ConfirmDialog
          title={translate('device.credential.revoke')}
          text={translate('device.credential.revokeText')}
          confirm={translate('device.credential.revokeConfirm')}
          busy={busy}
          onConfirm={() => void revoke()}
          onClose={() => setStep(null)}
        />
      )}
      {step?.kind === 'shown' && (
        <SecretDialog secrets={[{ name: 'credential', value: step.credential }]} onClose={() => setStep(null)} />
      )}
    </section>
  )
}
