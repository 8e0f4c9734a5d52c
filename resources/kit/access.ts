import type { Access, Action, Resource, ToolOffer } from './define.ts'

/**
 * The properties of the current user that access decisions are based on. The console builds it from my-info, the server
 * from its session.
 */
export interface Caller {
  id: number
  /** 1 super administrator, 2 project administrator, else the id of the parent user. */
  super_id: number
  project_id: number | null
  /** Keys of menus and buttons that are granted, from menu_control. */
  keys: ReadonlySet<string>
  /** Managed districts; empty: all districts of the project. */
  districts: readonly number[]
  /** Permission types, from typemap. */
  types: readonly number[]
}

export const SUPER = 1
export const PROJECT_ADMINISTRATOR = 2

/** Access for the super administrator only. */
export const superAccess = { code: null, superOnly: true } as const

export const isSuper = (caller: Caller): boolean => caller.super_id === SUPER

/**
 * Reads the keys from a menu_control text, a JSON list of strings. A granted key also opens its ancestors: "3-4-2"
 * opens "3-4" and "3". A text that is not such a list grants nothing.
 */
export function parseKeys(menuControl: string | null | undefined): Set<string> {
  const keys = new Set<string>()
  for (const key of listOf(menuControl)) {
    const parts = String(key).split('-')
    for (let length = parts.length; length > 0; length--) keys.add(parts.slice(0, length).join('-'))
  }
  return keys
}

/** Reads comma-joined ids; entries that are not positive integers are left out. */
export const parseIds = (joined: string | null | undefined): number[] =>
  (joined ?? '')
    .split(',')
    .map((part) => Number(part.trim()))
    .filter((id) => Number.isSafeInteger(id) && id > 0)

/** Whether the caller may open a menu entry. */
export const mayOpen = (caller: Caller, menuKey: string): boolean => isSuper(caller) || caller.keys.has(menuKey)

/**
 * Whether the caller may perform an action on a resource at all; rowScope says on which rows. Denied unless granted
 * (spec 2 §6).
 */
export function mayUse(caller: Caller, resource: Resource, action: Action | 'list'): boolean {
  if (isSuper(caller)) return action === 'list' || resource.access[action] !== undefined
  if (!mayOpen(caller, resource.menuKey)) return false
  return granted(caller, action === 'list' ? (resource.access.list ?? null) : resource.access[action])
}

/** The rows of a resource that the caller may touch: null is all; a project of 0 matches no row. */
export interface RowScope {
  project: { column: string; id: number } | null
  districts: { column: string; ids: readonly number[] } | null
}

/**
 * Returns the rows that a caller may touch (spec 2 §1: non-super users act only within their own project). Managed
 * districts include the districts below them.
 */
export function rowScope(caller: Caller, resource: Resource): RowScope {
  if (isSuper(caller)) return { project: null, districts: null }
  const { project, district } = resource.scope
  return {
    project: project === null ? null : { column: project, id: caller.project_id ?? 0 },
    districts:
      district === undefined || caller.districts.length === 0 ? null : { column: district, ids: caller.districts },
  }
}

/**
 * Returns the buttons above a list: import, if the definition says who may import (`access.import`) and which columns
 * (`csv`), then the tools it names.
 */
export function toolsOf({ access, csv, within, tools = [] }: Resource): readonly ToolOffer[] {
  const imports =
    access.import !== undefined && csv !== undefined && !within && !tools.some(({ slot }) => slot === 'import')
  return imports ? [{ slot: 'import', needs: 'import' }, ...tools] : tools
}

/** Returns the code of an access that can be granted to users; null if there is none, as for superOnly. */
export const grantableCode = (access: Access): string | null =>
  typeof access === 'object' && access !== null ? ('types' in access ? access.code : null) : access

function granted(caller: Caller, access: Access | undefined): boolean {
  if (access === undefined) return false
  if (access === null) return true
  if (typeof access === 'string') return caller.keys.has(access)
  if (!('types' in access)) return false
  return (
    (access.code === null || caller.keys.has(access.code)) && access.types.every((type) => caller.types.includes(type))
  )
}

function listOf(text: string | null | undefined): unknown[] {
  try {
    const parsed: unknown = JSON.parse(text || '[]')
    return Array.isArray(parsed) ? parsed : []
  } catch {
    return []
  }
}
