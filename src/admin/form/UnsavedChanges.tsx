import { useCallback, useImperativeHandle, type Ref } from 'react'
import { useFormState } from 'react-hook-form'
import { DiscardDialog } from './DiscardDialog.tsx'
import { useLeaveGuard } from '../useLeaveGuard.ts'

/** How a dialog around a form is closed. */
export interface Leaving {
  /** Closes, or asks first where something would be lost; does nothing while the form is being saved. */
  close: () => void
  leave: () => void
}

/**
 * Asks before typed text is lost. Uses the router's blocker, as `warnWhenUnsavedChanges` of `Form` does, but not that
 * option: it asks with the browser's own box, and it takes a failed save without field errors for a success, after
 * which it does not ask again.
 */
export function UnsavedChanges({ ref, onClose }: { ref: Ref<Leaving>; onClose: () => void }) {
  const { isDirty, isSubmitting } = useFormState()
  const guard = useLeaveGuard(isDirty, onClose)
  const { close, leave } = guard
  const closeUnlessBusy = useCallback(() => !isSubmitting && close(), [isSubmitting, close])
  useImperativeHandle(ref, () => ({ close: closeUnlessBusy, leave }), [closeUnlessBusy, leave])
  return <DiscardDialog guard={guard} />
}
