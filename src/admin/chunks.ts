import { chunk } from '../kit/index.ts'

// Code that is loaded separately from a list, once the list is idle.

/** The dialogs over a list, with their forms and inputs. */
export const Dialogs = chunk(() => import('./dialogs/Dialogs.tsx'))

/** Map on which an area's outline is drawn. */
export const OutlineEditor = chunk(() => import('../map/OutlineEditor.tsx'))
