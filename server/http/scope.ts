import type { FastifyRequest } from 'fastify'
import { ROOT_AREA } from '../../resources/area.ts'
import { isSuper } from '../../resources/kit/access.ts'
import { notFound } from '../errors.ts'
import type { LiveDevice, Platform } from '../platform.ts'
import { signedInOf } from './auth.ts'

/**
 * Returns the device of a path.
 * @throws {ApiError} 404 where the caller may not see it
 */
export function deviceOf({ registry }: Platform, request: FastifyRequest, id: string): LiveDevice {
  const device = registry.device(Number(id))
  if (!device || !registry.mayTouch(signedInOf(request).caller, device)) throw notFound()
  return device
}

/**
 * Returns an area of a path and the areas below it. An area above the caller's own is allowed, since it groups them.
 * @throws {ApiError} 404 where the caller may see none of these areas
 */
export function areasOf({ registry }: Platform, request: FastifyRequest, id: number): ReadonlySet<number> {
  const { caller } = signedInOf(request)
  const areas = registry.areasBelow([id])
  if (id === ROOT_AREA) return areas
  const area = registry.area(id)
  if (!area || !(isSuper(caller) || area.project_id === caller.project_id)) throw notFound()
  const mine = isSuper(caller) || caller.districts.length === 0 ? null : registry.areasBelow(caller.districts)
  if (mine && ![...areas].some((each) => mine.has(each))) throw notFound()
  return areas
}
