import { area } from './area.ts'
import { channel } from './channel.ts'
import { calibration } from './calibration.ts'
import { contact } from './contact.ts'
import { device } from './device.ts'
import { deviceai } from './deviceai.ts'
import { display } from './display.ts'
import { escalation } from './escalation.ts'
import { gateway } from './gateway.ts'
import type { Resource } from './kit/define.ts'
import { maintenance } from './maintenance.ts'
import { node } from './node.ts'
import { northdatainfo, northdatalist, northinterface } from './north.ts'
import { permission, permissiontype } from './permission.ts'
import { nodemap, product } from './product.ts'
import { project } from './project.ts'
import { roster } from './roster.ts'
import { threshold } from './threshold.ts'
import { user } from './user.ts'
import { video } from './video.ts'

/**
 * The built-in entities, in the order of the menu. A new entity is one file and one line here, or a file of the
 * operator's (extend.ts).
 */
export const resources = [
  product,
  nodemap,
  area,
  device,
  deviceai,
  gateway,
  node,
  video,
  calibration,
  threshold,
  contact,
  channel,
  maintenance,
  roster,
  escalation,
  northinterface,
  northdatainfo,
  northdatalist,
  display,
  user,
  project,
  permission,
  permissiontype,
] as const satisfies readonly Resource[]

/**
 * A definition from a file. `lastGood` names the file if its current content cannot be used; the definition is then the
 * one from the last start that accepted the file.
 */
export interface FileResource extends Resource {
  lastGood?: string
}

const all: Resource[] = [...resources]
const byPath = new Map<string, Resource>(all.map((resource) => [resource.path, resource]))

/** All entities. The list grows when entities join (extend.ts), so derive nothing from it when a module is loaded. */
export const allResources: readonly Resource[] = all

/** Returns the entities that joined, in the order of their files. */
export const joinedResources = (): readonly FileResource[] => all.slice(resources.length)

/**
 * Adds entities to the built-in ones, replacing those that joined before. Callers use extendResources, which also
 * updates the menu.
 */
export function joinResources(joining: readonly FileResource[]): void {
  all.splice(resources.length, all.length, ...joining)
  byPath.clear()
  for (const resource of all) byPath.set(resource.path, resource)
}

/** Returns the resource of a route, or undefined. */
export const findResource = (path: string): Resource | undefined => byPath.get(path)

/**
 * Returns the resource of a route that must exist.
 *
 * @throws Error if there is none
 */
export function resourceOf(path: string): Resource {
  const resource = byPath.get(path)
  if (!resource) throw new Error(`no resource is named ${path}`)
  return resource
}
