import { mayOpen, type Caller } from '../resources/kit/access.ts'
import { menu, overview, type MenuGroup } from '../resources/menu.ts'

/**
 * The side menu of a caller: the groups and entries that they may open. A group nothing is left of goes as a whole.
 *
 * @param extensions what the platform announces; entries that came with others are left out. All of them where it is not asked
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
 * The first page a caller may see (spec 1 §2.5), or null for an account without any menu.
 *
 * @param extensions as for the menu
 */
export const landingOf = (caller: Caller, extensions?: ReadonlySet<string>): string | null =>
  mayOpen(caller, overview.key) ? overview.path : (menuOf(caller, extensions)[0]?.entries[0]?.path ?? null)
