import { resources as builtIn } from '../../resources/index.ts'
import type { Resource } from '../../resources/kit/define.ts'
import { customPages, ownGroups, type Page } from '../../resources/menu.ts'
import { callNouns } from '../openapi/nouns.ts'

/** What an entity has to get along with. */
export interface World {
  /** The other entities. */
  resources: readonly Resource[]
  pages: readonly Page[]
  /** Keys of groups of the menu that are there already. */
  groups: ReadonlySet<string>
  /** First parts of calls under /v1 that are no entity's. */
  nouns: ReadonlySet<string>
}

/** The world of an entity among others. Calls that belong to a built-in one go with it. */
export function worldOf(resources: readonly Resource[]): World {
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

/** The first parts of the calls an entity answers. */
export const nounsOf = ({ api, within }: Resource): string[] => [
  api,
  `${api}NameList`,
  ...(within ? [within.call.split('/')[0] ?? ''] : []),
]
