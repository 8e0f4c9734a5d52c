import { chunk, type Chunk } from '../../kit/index.ts'
import type { DeviceDialogProps } from './DeviceDialogs.tsx'
import type { PageDialog } from './openDialog.ts'

/** Each dialog is loaded when its button is hovered or focused, or when it is opened. */
export const dialogChunks: Readonly<Record<PageDialog, Chunk<DeviceDialogProps>>> = {
  flow: chunk(() => import('./FlowDialog.tsx')),
  history: chunk(() => import('./HistoryDialog.tsx')),
  record: chunk(() => import('./OnlineRecordDialog.tsx')),
  set: chunk(() => import('../control/SetValueDialog.tsx')),
}
