import { isSuper, parseKeys, type Caller } from '../../../resources/kit/access.ts'
import type { Permission } from '../../../resources/permissions.ts'

/** Fields of a user that hold their grants, which the tabs draw. */
export const GRANTED = ['menu_control', 'typemap', 'distr_map'] as const

/**
 * A user's keys from the editor's point of view: those that the editor may grant and revoke, and those that the editor
 * may not change.
 */
export interface Grants {
  /** Pages and buttons that the user has and the editor may grant. */
  chosen: ReadonlySet<string>
  /** Keys that the user has and the editor does not hold: kept as they are. */
  locked: readonly string[]
  /** Pages that stay granted because a locked button belongs to them. */
  lockedParents: ReadonlySet<string>
}

/**
 * Returns the part of the permission tree that an editor may grant: their own keys (spec 2 §6), or all of it for the
 * super administrator.
 */
export function offeredTo(caller: Caller, tree: readonly Permission[]): Permission[] {
  if (isSuper(caller)) return [...tree]
  return tree
    .filter(({ key }) => caller.keys.has(key))
    .map((node) => ({ ...node, children: offeredTo(caller, node.children) }))
}

/**
 * Returns the same with the user's codes that this console does not know, from another platform or a removed entity:
 * each is a line below its page, or at the top, named by its code. A code below a page belongs to it, so that an editor
 * who may grant the page may revoke the code.
 */
export function withUnknown(caller: Caller, tree: readonly Permission[], keys: ReadonlySet<string>): Permission[] {
  const known = new Set(tree.flatMap(everyKey))
  const unknown = [...keys].filter((key) => !known.has(key)).toSorted(byNumbers)
  return unknown.reduce(
    (offered, key) => withLine(offered, key, isSuper(caller) || caller.keys.has(key)),
    offeredTo(caller, tree),
  )
}

/** Adds a line for a code below its page or group; at the top only where the editor holds the code (`own`). */
function withLine(nodes: readonly Permission[], key: string, own: boolean): Permission[] {
  const line: Permission = { key, label: [key, key, key], children: [] }
  const at = nodes.findIndex((node) => key.startsWith(`${node.key}-`))
  const node = nodes[at]
  if (node === undefined) return own ? [...nodes, line].toSorted((a, b) => byNumbers(a.key, b.key)) : [...nodes]
  const isPage = node.key.includes('-')
  return nodes.with(at, { ...node, children: isPage ? [...node.children, line] : withLine(node.children, key, own) })
}

const everyKey = ({ key, children }: Permission): string[] => [key, ...children.flatMap(everyKey)]

/** Returns the part of a tree that a platform with these extensions supports. */
export const supportedPermissions = (extensions: ReadonlySet<string>, tree: readonly Permission[]): Permission[] =>
  tree
    .filter(({ extension }) => extension === undefined || extensions.has(extension))
    .map((node) => ({ ...node, children: supportedPermissions(extensions, node.children) }))

/**
 * Returns the keys of a tree that are granted along with their page or group; other keys are granted only by their own
 * line.
 */
export const alongOf = (tree: readonly Permission[]): Set<string> =>
  new Set(tree.flatMap(({ key, apart, children }) => [...(apart ? [] : [key]), ...alongOf(children)]))

/**
 * Returns the keys of a node: for a group, those of all its pages; for a page, its own and those of its buttons. A
 * group's own key follows from its pages.
 */
export const keysOf = (node: Permission): string[] =>
  isGroup(node) ? node.children.flatMap(keysOf) : [node.key, ...node.children.map(({ key }) => key)]

export const isGroup = ({ key, children }: Permission): boolean => children.length > 0 && !key.includes('-')

/** Compares a menu_control text with what the editor may grant. */
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

/** Returns the text to store: chosen keys, locked keys, and the menus above them, sorted. */
export function writeGrants(chosen: ReadonlySet<string>, locked: readonly string[]): string {
  return JSON.stringify([...parseKeys(JSON.stringify([...chosen, ...locked]))].toSorted(byNumbers))
}

/**
 * Grants or revokes keys: a button grants its page, and revoking a page revokes its buttons; pages with locked buttons
 * stay.
 */
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

/** Returns the keys of the menus above a key: "3-3-4" is below "3-3" and "3". */
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
