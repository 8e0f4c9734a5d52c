import { joinResources, type FileResource } from './index.ts'
import { drawMenu } from './menu.ts'

/**
 * Takes the entities of the operator's files in: from then on they are like the built-in ones, for the menu, the screens, the routes,
 * the tables, the codes and the words. The server calls it before its tables follow them, the console before its first page.
 */
export function extendResources(joining: readonly FileResource[]): void {
  joinResources(joining)
  drawMenu()
}
