import { chunk } from '../kit/index.ts'

// What is no part of a list's own code, and is asked for once the list is at rest.

/** The dialogs over a list, with their forms and inputs. */
export const Dialogs = chunk(() => import('./dialogs/Dialogs.tsx'))

/** The map on which an area's outline is drawn. */
export const OutlineEditor = chunk(() => import('../map/OutlineEditor.tsx'))
