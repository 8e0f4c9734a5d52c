import { useLogout, useTranslate } from 'react-admin'
import { useEffect, useState } from 'react'
import { DiscardDialog } from '../../admin/form/DiscardDialog.tsx'
import { useLeaveGuard } from '../../admin/useLeaveGuard.ts'
import { loadSettings } from '../../kit/hooks/settings.ts'
import { PasswordForm } from '../signin/PasswordForm.tsx'
import { Dialog, useMe } from '../../kit/index.ts'
import formCss from '../signin/form.module.css'

/** Lets users change their own password; afterwards they sign in again with the new one. */
export default function OwnPasswordDialog({ onClose }: { onClose: () => void }) {
  const translate = useTranslate()
  const logout = useLogout()
  const { caller } = useMe()
  const [min, setMin] = useState<number | null>(null)
  const [dirty, setDirty] = useState(false)
  const guard = useLeaveGuard(dirty, onClose)

  useEffect(() => void loadSettings().then(({ passwordMin }) => setMin(passwordMin)), [])

  if (min === null) return null
  return (
    <>
      <Dialog title={translate('signin.change.title')} width={420} onClose={guard.close}>
        <div className={formCss.compact}>
          <PasswordForm
            t={translate}
            userId={caller.id}
            min={min}
            onDirty={setDirty}
            onCancel={guard.close}
            onDone={() => void logout()}
          />
        </div>
      </Dialog>
      <DiscardDialog guard={guard} />
    </>
  )
}
