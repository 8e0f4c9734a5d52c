import { isSuper, mayUse, toolsOf, type Caller } from '../../resources/kit/access.ts'
import type { BulkOffer, CommandOffer, DialogOffer, Offer, Resource, ToolOffer } from '../../resources/kit/define.ts'
import type { DialogSlot } from '../../resources/kit/slots.ts'
import { useCaller, useExtensions } from '../kit/index.ts'
import { useMemo } from 'react'
import { childrenOf } from './place.ts'

/** What a caller may do in a list; what they may never do is not drawn. */
export interface Rights {
  create: boolean
  edit: boolean
  delete: boolean
  /** A new record from one that is there. */
  clone: boolean
  /** Resources inside a record that they may manage. */
  children: readonly Resource[]
  dialogs: readonly DialogOffer[]
  commands: readonly CommandOffer[]
  tools: readonly ToolOffer[]
  bulk: readonly BulkOffer[]
}

export function rightsOf(caller: Caller, resource: Resource): Rights {
  const managed = (child: Resource) =>
    mayUse(caller, child, 'create') || mayUse(caller, child, 'edit') || mayUse(caller, child, 'delete')
  return {
    create: mayUse(caller, resource, 'create'),
    edit: mayUse(caller, resource, 'edit'),
    delete: mayUse(caller, resource, 'delete'),
    clone: mayUse(caller, resource, 'clone'),
    children: childrenOf(resource).filter(managed),
    dialogs: offered(caller, resource, resource.dialogs),
    commands: offered(caller, resource, resource.commands),
    tools: offered(caller, resource, toolsOf(resource)),
    bulk: offered(caller, resource, resource.bulk ?? usualBulk(resource)),
  }
}

/** What the user may do with a resource on the platform in front: what that does not announce is not offered. */
export function useRights(resource: Resource): Rights {
  const caller = useCaller()
  const extensions = useExtensions()
  return useMemo(() => {
    const rights = rightsOf(caller, resource)
    return {
      ...rights,
      dialogs: rights.dialogs.filter(({ slot }) => (dialogNeeds[slot] ?? []).every((name) => extensions?.has(name))),
    }
  }, [caller, extensions, resource])
}

/** Whether it is still to be known if the platform has what a dialog needs. */
export const useAwaited = (slot: DialogSlot | undefined): boolean =>
  useExtensions() === undefined && slot !== undefined && slot in dialogNeeds

/** Dialogs that show nothing but what extensions answer, with those they cannot do without. */
const dialogNeeds: Partial<Record<DialogSlot, readonly string[]>> = { northPush: ['northstate', 'northpreview'] }

/** Rows of a tree go one by one: a branch is deleted from its leaves. */
const usualBulk = ({ tree, within }: Resource): readonly BulkOffer[] =>
  tree || within ? [] : [{ slot: 'remove', needs: 'delete' }]

const offered = <T extends Offer>(caller: Caller, resource: Resource, offers: readonly T[] = []): readonly T[] =>
  offers.filter(
    ({ needs, superOnly }) =>
      (!superOnly || isSuper(caller)) && (needs === undefined || mayUse(caller, resource, needs)),
  )

/** Whether rows have anything to offer; without it their operation column goes (spec 2 §6). */
export const hasRowActions = ({ edit, delete: remove, clone, children, dialogs, commands }: Rights): boolean =>
  edit || remove || clone || children.length > 0 || dialogs.length > 0 || commands.length > 0
