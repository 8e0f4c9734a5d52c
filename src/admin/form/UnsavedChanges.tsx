import { useCallback, useImperativeHandle, type Ref } from 'react'
import { useFormState } from 'react-hook-form'
import { DiscardDialog } from './DiscardDialog.tsx'
import { useLeaveGuard } from '../useLeaveGuard.ts'

/** How a dialog around a form is closed. */
export interface Leaving {
  /** Asks first where something would be lost; does nothing while it is saved. */
  close: () => void
  leave: () => void
}

/**
 * The question before what was typed is lost. It stands on the router's blocker, as `warnWhenUnsavedChanges` of `Form` does, and not on that itself:
 * that asks with the browser's own box, and holds a save that failed without a word about a field for a success, after which it asks no more.
 */
export function UnsavedChanges({ ref, onClose }: { ref: Ref<Leaving>; onClose: () => void }) {
  const { isDirty, isSubmitting } = useFormState()
  const guard = useLeaveGuard(isDirty, onClose)
  const { close, leave } = guard
  const closeUnlessBusy = useCallback(() => !isSubmitting && close(), [isSubmitting, close])
  useImperativeHandle(ref, () => ({ close: closeUnlessBusy, leave }), [closeUnlessBusy, leave])
  return <DiscardDialog guard={guard} />
}
