import { SearchX } from 'lucide-react'
import { useTranslate } from 'react-admin'
import { Suspense } from 'react'
import type { DeviceState } from '../../../dataProvider/normalise.ts'
import { useHold } from '../../kit/hold.ts'
import { useDevice } from '../../live/useDevice.ts'
import { Dialog, EmptyState } from '../../kit/index.ts'
import { dialogLabels } from './DeviceActions.tsx'
import { dialogChunks } from './dialogChunks.ts'
import type { OpenDialog } from './openDialog.ts'

export interface DeviceDialogProps {
  /** As the list knows it; the list stands still while the dialog is open. */
  device: DeviceState
  onClose: () => void
}

interface DeviceDialogsProps {
  open: OpenDialog
  /** Whether the devices are known: before that, an address that names one means nothing yet. */
  loaded: boolean
  onClose: () => void
}

/** The dialog of a device that the address names. The polls of the page are held back while it is open. */
export function DeviceDialogs({ open, loaded, onClose }: DeviceDialogsProps) {
  const translate = useTranslate()
  const device = useDevice(open.device)
  // Not before the device is here: the poll that brings it must not wait for its dialog.
  useHold(device !== undefined)
  if (device === undefined && !loaded) return null
  if (device === undefined)
    return (
      <Dialog title={translate(dialogLabels[open.name])} onClose={onClose}>
        <EmptyState
          icon={<SearchX />}
          title={translate('deviceDialogs.gone')}
          hint={translate('deviceDialogs.goneHint')}
        />
      </Dialog>
    )
  const Named = dialogChunks[open.name]
  return (
    <Suspense fallback={null}>
      <Named key={`${open.name} ${open.device}`} device={device} onClose={onClose} />
    </Suspense>
  )
}
