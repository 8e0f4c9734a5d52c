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

/** The resource whose right an offer takes. */
const ownerOf = (resource: Resource, offer: Offer & { of?: string }): Resource =>
  offer.of === undefined ? resource : resourceOf(offer.of)

/** What the user may do with a resource on the platform in front: what that does not announce is not offered. */
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

/** Dialogs that show nothing but what extensions answer, with those they cannot do without. */
const dialogNeeds: Partial<Record<DialogSlot, readonly string[]>> = { northPush: ['northstate', 'northpreview'] }

/** Rows of a tree go one by one: a branch is deleted from its leaves. */
const usualBulk = ({ tree, within }: Resource): readonly BulkOffer[] =>
  tree || within ? [] : [{ slot: 'remove', needs: 'delete' }]

/** The records inside a row that a press on it opens, where the definition says so and the caller may manage them. */
export const mainChild = ({ children }: Rights): Resource | undefined => children.find(({ within }) => within?.opens)

/** What a press on a row, and its pencil, open: the records inside it, or its form; null where the caller may do neither. */
export function openedBy(rights: Rights): ((id: number) => Place) | null {
  const child = mainChild(rights)
  if (child) return (id) => ({ kind: 'within', id, child, inner: { kind: 'list' } })
  return rights.edit ? (id) => ({ kind: 'edit', id }) : null
}

/** Whether rows have anything to offer; without it their operation column goes (spec 2 §6). */
export const hasRowActions = ({ edit, delete: remove, clone, children, dialogs, commands }: Rights): boolean =>
  edit || remove || clone || children.length > 0 || dialogs.length > 0 || commands.length > 0
