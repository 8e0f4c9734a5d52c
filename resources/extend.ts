import { joinResources } from './index.ts'
import type { Resource } from './kit/define.ts'
import { drawMenu } from './menu.ts'

/**
 * Takes the entities of the operator's files in: from then on they are like the built-in ones, for the menu, the screens, the routes,
 * the tables, the codes and the words. The server calls it before it opens its database, the console before its first page.
 */
export function extendResources(joining: readonly Resource[]): void {
  joinResources(joining)
  drawMenu()
}
