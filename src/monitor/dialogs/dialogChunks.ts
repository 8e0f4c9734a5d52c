import { chunk, type Chunk } from '../../kit/index.ts'
import type { DeviceDialogProps } from './DeviceDialogs.tsx'
import type { DialogName } from './openDialog.ts'

/** Each loaded on the way to it: by a pointer or the focus on its button, or when it is opened. */
export const dialogChunks: Readonly<Record<DialogName, Chunk<DeviceDialogProps>>> = {
  flow: chunk(() => import('./FlowDialog.tsx')),
  record: chunk(() => import('./OnlineRecordDialog.tsx')),
  data: chunk(() => import('./DataDialog.tsx')),
  history: chunk(() => import('./HistoryDialog.tsx')),
  set: chunk(() => import('../control/SetValueDialog.tsx')),
}
