import { area } from './area.ts'
import { contact } from './contact.ts'
import { device } from './device.ts'
import { deviceai } from './deviceai.ts'
import { display } from './display.ts'
import { gateway } from './gateway.ts'
import type { Resource } from './kit/define.ts'
import { node } from './node.ts'
import { northdatainfo, northdatalist, northinterface } from './north.ts'
import { permission, permissiontype } from './permission.ts'
import { nodemap, product } from './product.ts'
import { project } from './project.ts'
import { threshold } from './threshold.ts'
import { user } from './user.ts'
import { video } from './video.ts'

/** Everything that exists, in the order of the menu. A new entity is one file and one line here. */
export const resources = [
  product,
  nodemap,
  area,
  device,
  deviceai,
  gateway,
  node,
  video,
  threshold,
  contact,
  northinterface,
  northdatainfo,
  northdatalist,
  display,
  user,
  project,
  permission,
  permissiontype,
] as const satisfies readonly Resource[]

/** The same, when the fields' names do not matter. */
export const allResources: readonly Resource[] = resources

const byPath = new Map<string, Resource>(allResources.map((resource) => [resource.path, resource]))

/** The resource of a route, or undefined. */
export const findResource = (path: string): Resource | undefined => byPath.get(path)

/** The resource of a route that is known to exist. */
export function resourceOf(path: string): Resource {
  const resource = byPath.get(path)
  if (!resource) throw new Error(`no resource is named ${path}`)
  return resource
}
