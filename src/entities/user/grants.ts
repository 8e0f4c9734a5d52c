import { isSuper, parseKeys, type Caller } from '../../../resources/kit/access.ts'
import type { Permission } from '../../../resources/permissions.ts'

/** The fields of a user that say what they may do: drawn as tabs. */
export const GRANTED = ['menu_control', 'typemap', 'distr_map'] as const

/** The keys of a user as the editor sees them: what they may give and take, and what they may not touch. */
export interface Grants {
  /** Pages and buttons that the user has and the editor may grant. */
  chosen: ReadonlySet<string>
  /** Keys that the user has and the editor does not hold: kept as they are. */
  locked: readonly string[]
  /** Pages that stay open because a locked button lies on them. */
  lockedParents: ReadonlySet<string>
}

/** The part of the permission tree that an editor may grant: their own keys (spec 2 §6), all of it for the super administrator. */
export function offeredTo(caller: Caller, tree: readonly Permission[]): Permission[] {
  if (isSuper(caller)) return [...tree]
  return tree
    .filter(({ key }) => caller.keys.has(key))
    .map((node) => ({ ...node, children: offeredTo(caller, node.children) }))
}

/**
 * The same with the codes that a user holds and this console does not know, from another platform or an entity that is gone: each a line below its page, or
 * for itself, called by its number. What stands under a page goes with it, so that whoever may grant the page may take them.
 */
export function withUnknown(caller: Caller, tree: readonly Permission[], keys: ReadonlySet<string>): Permission[] {
  const known = new Set(tree.flatMap(everyKey))
  const unknown = [...keys].filter((key) => !known.has(key)).toSorted(byNumbers)
  return unknown.reduce(
    (offered, key) => withLine(offered, key, isSuper(caller) || caller.keys.has(key)),
    offeredTo(caller, tree),
  )
}

/** A line for a code below the page or group it belongs to; at the top only where `own`: the editor holds it themselves. */
function withLine(nodes: readonly Permission[], key: string, own: boolean): Permission[] {
  const line: Permission = { key, label: [key, key, key], children: [] }
  const at = nodes.findIndex((node) => key.startsWith(`${node.key}-`))
  const node = nodes[at]
  if (node === undefined) return own ? [...nodes, line].toSorted((a, b) => byNumbers(a.key, b.key)) : [...nodes]
  const isPage = node.key.includes('-')
  return nodes.with(at, { ...node, children: isPage ? [...node.children, line] : withLine(node.children, key, own) })
}

const everyKey = ({ key, children }: Permission): string[] => [key, ...children.flatMap(everyKey)]

/** The part of a tree that means something to a platform with these extensions. */
export const supportedPermissions = (extensions: ReadonlySet<string>, tree: readonly Permission[]): Permission[] =>
  tree
    .filter(({ extension }) => extension === undefined || extensions.has(extension))
    .map((node) => ({ ...node, children: supportedPermissions(extensions, node.children) }))

/** Of some keys of a tree, those that come along with their page or group; the others are given by their own line alone. */
export const alongOf = (tree: readonly Permission[]): Set<string> =>
  new Set(tree.flatMap(({ key, apart, children }) => [...(apart ? [] : [key]), ...alongOf(children)]))

/** What a node stands for: a group for everything on its pages, a page for itself and its buttons. A group's own key follows from its pages. */
export const keysOf = (node: Permission): string[] =>
  isGroup(node) ? node.children.flatMap(keysOf) : [node.key, ...node.children.map(({ key }) => key)]

export const isGroup = ({ key, children }: Permission): boolean => children.length > 0 && !key.includes('-')

/** Reads a menu_control text against what the editor may grant. */
export function readGrants(menuControl: string | null, offered: readonly Permission[]): Grants {
  const keys = parseKeys(menuControl)
  const grantable = new Set(offered.flatMap(keysOf))
  const groups = new Set(offered.filter(isGroup).map(({ key }) => key))
  const locked = [...keys].filter((key) => !grantable.has(key) && !groups.has(key))
  return {
    chosen: new Set([...keys].filter((key) => grantable.has(key))),
    locked,
    lockedParents: new Set(locked.flatMap(above)),
  }
}

/** The text that is stored: what is chosen, what is locked, and the menus above them, in the order of the keys. */
export function writeGrants(chosen: ReadonlySet<string>, locked: readonly string[]): string {
  return JSON.stringify([...parseKeys(JSON.stringify([...chosen, ...locked]))].toSorted(byNumbers))
}

/** Gives or takes keys: a button brings its page along, a page takes its buttons with it; held pages stay. */
export function withKeys({ chosen, lockedParents }: Grants, keys: readonly string[], on: boolean): Set<string> {
  const next = new Set(chosen)
  if (on)
    for (const key of keys)
      for (const each of [key, ...above(key).filter((parent) => parent.includes('-'))]) next.add(each)
  else
    for (const key of chosen)
      if (!lockedParents.has(key) && keys.some((taken) => key === taken || key.startsWith(`${taken}-`)))
        next.delete(key)
  return next
}

/** The keys of the menus above a key: "3-3-4" lies under "3-3" and "3". */
const above = (key: string): string[] =>
  key
    .split('-')
    .slice(0, -1)
    .map((_part, index, parts) => parts.slice(0, index + 1).join('-'))

function byNumbers(a: string, b: string): number {
  const [left, right] = [a.split('-').map(Number), b.split('-').map(Number)]
  for (let index = 0; index < Math.min(left.length, right.length); index++)
    if (left[index] !== right[index]) return (left[index] ?? 0) - (right[index] ?? 0)
  return left.length - right.length
}
