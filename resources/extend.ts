import { joinResources, type FileResource } from './index.ts'
import { drawMenu } from './menu.ts'

/**
 * Adds the entities of the operator's files: from then on the menu, the screens, the routes, the tables, the permission
 * codes and the texts treat them like the built-in ones. The server calls this before it creates their tables, the
 * console before its first page.
 */
export function extendResources(joining: readonly FileResource[]): void {
  joinResources(joining)
  drawMenu()
}
