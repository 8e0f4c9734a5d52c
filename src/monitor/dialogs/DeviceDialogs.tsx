import { Suspense } from 'react'
import type { DeviceState } from '../../../dataProvider/normalise.ts'
import { dialogChunks } from './dialogChunks.ts'
import type { PageDialog } from './openDialog.ts'

export interface DeviceDialogProps {
  /** The device as the list has it; the list does not update while the dialog is open. */
  device: DeviceState
  onClose: () => void
}

interface DeviceDialogsProps {
  open: PageDialog
  device: DeviceState
  onClose: () => void
}

/** The dialog over a device's page that the address names. */
export function DeviceDialogs({ open, device, onClose }: DeviceDialogsProps) {
  const Named = dialogChunks[open]
  return (
    <Suspense fallback={null}>
      <Named key={`${open} ${device.id}`} device={device} onClose={onClose} />
    </Suspense>
  )
}
