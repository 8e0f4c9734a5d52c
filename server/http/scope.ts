import type { FastifyRequest } from 'fastify'
import { ROOT_AREA } from '../../resources/area.ts'
import { isSuper } from '../../resources/kit/access.ts'
import { notFound } from '../errors.ts'
import type { LiveDevice, Platform } from '../platform.ts'
import { signedInOf } from './auth.ts'

/** The device of a path, if the caller may see it; 404 otherwise. */
export function deviceOf({ registry }: Platform, request: FastifyRequest, id: string): LiveDevice {
  const device = registry.device(Number(id))
  if (!device || !registry.mayTouch(signedInOf(request).caller, device)) throw notFound()
  return device
}

/** An area of a path and those below it, if the caller may see something there; 404 otherwise. What lies above their own areas only groups them. */
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
