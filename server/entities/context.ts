import { resources as builtIn } from '../../resources/index.ts'
import type { Resource } from '../../resources/kit/define.ts'
import { customPages, ownGroups, type Page } from '../../resources/menu.ts'
import { callNouns } from '../openapi/nouns.ts'

/** All that the names of an entity must not clash with. */
export interface NameContext {
  /** The other entities. */
  resources: readonly Resource[]
  pages: readonly Page[]
  /** Keys of the menu's existing groups. */
  groups: ReadonlySet<string>
  /** First parts of calls under /v1 that belong to no entity. */
  nouns: ReadonlySet<string>
}

/**
 * Returns the world of an entity among others. Where a built-in entity is not among `resources`, its calls are left out
 * too.
 */
export function nameContextOf(resources: readonly Resource[]): NameContext {
  const removed = builtIn.filter((resource) => !resources.some(({ path }) => path === resource.path))
  const theirs = new Set([...builtIn.map(({ api }) => api), ...removed.flatMap(nounsOf)])
  const groups = resources.flatMap(({ menuKey, group }) => (group ? [menuKey.split('-')[0] ?? ''] : []))
  return {
    resources,
    pages: customPages,
    groups: new Set([...ownGroups.map(({ key }) => key), ...groups]),
    nouns: new Set([...callNouns].filter((noun) => !theirs.has(noun))),
  }
}

/** Returns the first parts of the calls that an entity answers. */
export const nounsOf = ({ api, within }: Resource): string[] => [
  api,
  `${api}NameList`,
  ...(within ? [within.call.split('/')[0] ?? ''] : []),
]
