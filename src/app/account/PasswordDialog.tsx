import { Dialog, DialogContent, DialogTitle, IconButton } from '@mui/material'
import { X } from 'lucide-react'
import { useLogout, useTranslate } from 'ra-core'
import { useEffect, useState } from 'react'
import { loadSettings } from '../../kit/settings.ts'
import { ConsoleTheme } from '../../kit/theme/ConsoleTheme.tsx'
import { PasswordForm } from '../signin/PasswordForm.tsx'
import { useMe } from '../../kit/index.ts'

/** Changing one's own password; afterwards one signs in again with the new one. */
export default function PasswordDialog({ onClose }: { onClose: () => void }) {
  const translate = useTranslate()
  const logout = useLogout()
  const { caller } = useMe()
  const [min, setMin] = useState<number | null>(null)

  useEffect(() => void loadSettings().then(({ passwordMin }) => setMin(passwordMin)), [])

  if (min === null) return null
  return (
    <ConsoleTheme>
      <Dialog
        open
        onClose={onClose}
        fullWidth
        maxWidth={false}
        aria-labelledby="password-title"
        slotProps={{ paper: { sx: { maxWidth: 420 } } }}
      >
        <DialogTitle id="password-title">
          {translate('signin.change.title')}
          <IconButton aria-label={translate('shell.close')} onClick={onClose} sx={{ marginLeft: 'auto' }}>
            <X size={16} strokeWidth={1.75} />
          </IconButton>
        </DialogTitle>
        <DialogContent className="signin-compact">
          <PasswordForm t={translate} userId={caller.id} min={min} onCancel={onClose} onDone={() => void logout()} />
        </DialogContent>
      </Dialog>
    </ConsoleTheme>
  )
}
