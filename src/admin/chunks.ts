import { chunk } from '../kit/index.ts'

// Code that is loaded separately from a list, once the list is usable.

/** The dialogs over a list, with their forms and inputs. */
export const Dialogs = chunk(() => import('./dialogs/Dialogs.tsx'))

/** The question before a record is deleted. */
export const DeleteDialog = chunk(async () => ({ default: (await import('./dialogs/DeleteDialog.tsx')).DeleteDialog }))

/** Map on which an area's outline is drawn. */
export const OutlineEditor = chunk(() => import('../map/OutlineEditor.tsx'))
