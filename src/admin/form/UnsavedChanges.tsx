import { useTranslate } from 'react-admin'
import { useCallback, useImperativeHandle, type Ref } from 'react'
import { useFormState } from 'react-hook-form'
import { ConfirmDialog } from '../dialogs/ConfirmDialog.tsx'
import { useLeaveGuard } from '../useLeaveGuard.ts'

/** How a dialog around a form is closed. */
export interface Leaving {
  /** Asks first where something would be lost; does nothing while it is saved. */
  close: () => void
  leave: () => void
}

/**
 * The question before what was typed is lost. It stands on the router's blocker, as `warnWhenUnsavedChanges` of `Form` does, and not on that itself: that asks with
 * the browser's own box, and holds a save that failed without a word about a field for a success, after which it asks no more.
 */
export function UnsavedChanges({ ref, onClose }: { ref: Ref<Leaving>; onClose: () => void }) {
  const translate = useTranslate()
  const { isDirty, isSubmitting } = useFormState()
  const { asking, close, leave, stay } = useLeaveGuard(isDirty, onClose)
  const closeUnlessBusy = useCallback(() => !isSubmitting && close(), [isSubmitting, close])
  useImperativeHandle(ref, () => ({ close: closeUnlessBusy, leave }), [closeUnlessBusy, leave])
  return (
    asking && (
      <ConfirmDialog
        title={translate('crud.discardTitle')}
        text={translate('crud.discardText')}
        confirm={translate('crud.discard')}
        onConfirm={leave}
        onClose={stay}
      />
    )
  )
}
