import { mayUse, type Caller } from '../../resources/kit/access.ts'
import type { Resource } from '../../resources/kit/define.ts'
import { childrenOf } from './place.ts'

/** What a caller may do in a list; what they may never do is not drawn. */
export interface Rights {
  create: boolean
  edit: boolean
  delete: boolean
  /** Resources inside a record that they may manage. */
  children: readonly Resource[]
}

export function rightsOf(caller: Caller, resource: Resource): Rights {
  const managed = (child: Resource) => mayUse(caller, child, 'create') || mayUse(caller, child, 'edit') || mayUse(caller, child, 'delete')
  return {
    create: mayUse(caller, resource, 'create'),
    edit: mayUse(caller, resource, 'edit'),
    delete: mayUse(caller, resource, 'delete'),
    children: childrenOf(resource).filter(managed),
  }
}

/** Whether rows have anything to offer; without it their operation column goes (spec 2 §6). */
export const hasRowActions = ({ edit, delete: remove, children }: Rights): boolean => edit || remove || children.length > 0
