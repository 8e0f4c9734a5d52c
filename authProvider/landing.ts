import { mayOpen, type Caller } from '../resources/kit/access.ts'
import { menu, overview, type MenuGroup } from '../resources/menu.ts'

/**
 * Returns the side menu of a caller: the groups and entries that the caller may open. Groups without entries are left
 * out.
 *
 * @param extensions extensions that the platform announces; entries that need others are left out. All entries stay if
 * it is undefined
 */
export const menuOf = (caller: Caller, extensions?: ReadonlySet<string>): readonly MenuGroup[] =>
  menu
    .map((group) => ({
      ...group,
      entries: group.entries.filter(
        ({ key, extension }) =>
          mayOpen(caller, key) && (extension === undefined || extensions === undefined || extensions.has(extension)),
      ),
    }))
    .filter((group) => group.entries.length > 0)

/**
 * Returns the first page a caller may see (spec 1 §2.5), or null for an account without any menu.
 *
 * @param extensions as for the menu
 */
export const landingPath = (caller: Caller, extensions?: ReadonlySet<string>): string | null =>
  mayOpen(caller, overview.key) ? overview.path : (menuOf(caller, extensions)[0]?.entries[0]?.path ?? null)
