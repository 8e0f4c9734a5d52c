import { createContext, useContext } from 'react'
import type { Resource } from '../../resources/kit/define.ts'
import type { TableColumn } from './list/table/columns.ts'
import type { Place } from './place.ts'
import type { Rights } from './rights.ts'

/**
 * State shared by all parts of an entity's screen: its definition and what the user may do. Rows, filters and selection
 * are in react-admin's list context.
 */
export interface EntityScreen {
  resource: Resource
  rights: Rights
  /** The columns the user may see. */
  columns: readonly TableColumn[]
  /** Opens a dialog by its address and keeps the list's own address parameters. */
  open: (place: Place) => void
}

export const EntityContext = createContext<EntityScreen | null>(null)

export function useEntity(): EntityScreen {
  const entity = useContext(EntityContext)
  if (!entity) throw new Error('this part stands outside of an entity’s screen')
  return entity
}
