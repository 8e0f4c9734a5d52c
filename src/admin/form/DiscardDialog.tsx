import { useTranslate } from 'react-admin'
import { ConfirmDialog } from '../dialogs/ConfirmDialog.tsx'
import type { LeaveGuard } from '../useLeaveGuard.ts'

/** Asks before typed text is lost; draws nothing while it is not asking. */
export function DiscardDialog({ guard }: { guard: LeaveGuard }) {
  const translate = useTranslate()
  return (
    guard.asking && (
      <ConfirmDialog
        title={translate('crud.discardTitle')}
        text={translate('crud.discardText')}
        confirm={translate('crud.discard')}
        onConfirm={guard.leave}
        onClose={guard.stay}
      />
    )
  )
}
