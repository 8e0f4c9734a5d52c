import { resourceOf } from '../../resources/index.ts'
import { isSuper, mayUse, toolsOf } from '../../resources/kit/access.ts'
import type {
  Action,
  BulkOffer,
  CommandOffer,
  DialogOffer,
  Offer,
  Resource,
  ToolOffer,
} from '../../resources/kit/define.ts'
import type { DialogSlot } from '../../resources/kit/slots.ts'
import { useCaller, useExtensions } from '../kit/index.ts'
import { useMemo } from 'react'
import { childrenOf, type Place } from './place.ts'

/** What a caller may do in a list; actions that the caller may never perform are not drawn. */
export interface Rights {
  create: boolean
  edit: boolean
  delete: boolean
  /** Create a new record from an existing one. */
  clone: boolean
  /** Resources inside a record that the caller may manage. */
  children: readonly Resource[]
  dialogs: readonly DialogOffer[]
  commands: readonly CommandOffer[]
  tools: readonly ToolOffer[]
  bulk: readonly BulkOffer[]
}

/** Whether an action on a resource is granted. */
type May = (resource: Resource, action: Action) => boolean

export function rightsOf(may: May, superUser: boolean, resource: Resource): Rights {
  const managed = (child: Resource) => may(child, 'create') || may(child, 'edit') || may(child, 'delete')
  const offered = <T extends Offer>(offers: readonly T[] = []): readonly T[] =>
    offers.filter(
      (offer) =>
        (!offer.superOnly || superUser) && (offer.needs === undefined || may(ownerOf(resource, offer), offer.needs)),
    )
  return {
    create: may(resource, 'create'),
    edit: may(resource, 'edit'),
    delete: may(resource, 'delete'),
    clone: may(resource, 'clone'),
    children: childrenOf(resource).filter(managed),
    dialogs: offered(resource.dialogs),
    commands: offered(resource.commands),
    tools: offered(toolsOf(resource)),
    bulk: offered(resource.bulk ?? usualBulk(resource)),
  }
}

/** Returns the resource whose right an offer requires. */
const ownerOf = (resource: Resource, offer: Offer & { of?: string }): Resource =>
  offer.of === undefined ? resource : resourceOf(offer.of)

/**
 * Returns what the user may do with a resource on the connected platform: actions that need an unannounced extension
 * are not offered.
 */
export function useRights(resource: Resource): Rights {
  const caller = useCaller()
  const extensions = useExtensions()
  return useMemo(() => {
    const rights = rightsOf((target, action) => mayUse(caller, target, action), isSuper(caller), resource)
    return {
      ...rights,
      dialogs: rights.dialogs.filter(({ slot }) => (dialogNeeds[slot] ?? []).every((name) => extensions?.has(name))),
    }
  }, [caller, extensions, resource])
}

/** Whether the capabilities a dialog needs are still being loaded. */
export const useDialogPending = (slot: DialogSlot | undefined): boolean =>
  useExtensions() === undefined && slot !== undefined && slot in dialogNeeds

/** Dialogs that only show what extensions provide, with the extensions that they require. */
const dialogNeeds: Partial<Record<DialogSlot, readonly string[]>> = { northPush: ['northstate', 'northpreview'] }

/** Rows of a tree are deleted one by one: a branch has to be deleted from its leaves. */
const usualBulk = ({ tree, within }: Resource): readonly BulkOffer[] =>
  tree || within ? [] : [{ slot: 'remove', needs: 'delete' }]

/** Returns the resource inside a row that a click opens, where the definition says so and the caller may manage it. */
export const mainChild = ({ children }: Rights): Resource | undefined => children.find(({ within }) => within?.opens)

/**
 * Returns what a click on a row, or its edit button, opens: the records inside it, or its form; null where the caller
 * may do neither.
 */
export function openedBy(rights: Rights): ((id: number) => Place) | null {
  const child = mainChild(rights)
  if (child) return (id) => ({ kind: 'within', id, child, inner: { kind: 'list' } })
  return rights.edit ? (id) => ({ kind: 'edit', id }) : null
}

/** Whether rows have any action; without one the action column is left out (spec 2 §6). */
export const hasRowActions = ({ edit, delete: remove, clone, children, dialogs, commands }: Rights): boolean =>
  edit || remove || clone || children.length > 0 || dialogs.length > 0 || commands.length > 0
