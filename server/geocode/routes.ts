import type { FastifyInstance } from 'fastify'
import { area } from '../../resources/area.ts'
import { REAL_TIME_KEY } from '../../resources/control.ts'
import { device } from '../../resources/device.ts'
import { mayOpen, mayUse, type Caller } from '../../resources/kit/access.ts'
import type { Pair } from '../../resources/kit/datum.ts'
import { DAY } from '../../resources/kit/zone.ts'
import { isInScope, scopeOf } from '../crud/scope.ts'
import { readFact } from '../demo/facts.ts'
import { badRequest, forbidden } from '../errors.ts'
import { signedInOf } from '../http/auth.ts'
import { ok } from '../http/envelope.ts'
import { createLimiter } from '../http/limiter.ts'
import { languageOf } from '../language.ts'
import type { Platform } from '../platform.ts'
import { createPlaceCache } from './cache.ts'
import { nearestPlace, type NamedPlace } from './near.ts'
import { createPlaces } from './places.ts'
import { askAddress } from './service.ts'
import { createStreets } from './streets.ts'
import { callSchema } from '../openapi/call.ts'
import * as s from '../openapi/parts.ts'

/**
 * The answer of GET geocode: an address of the service, or what the platform itself knows of the place, which the
 * console puts into words.
 */
export interface Geocoded {
  source: 'service' | 'platform'
  address: string | null
  /** The area that contains the place, or the nearest, preceded by its parents, topmost first. */
  areas: string[]
  /** Distance to the area; 0 inside, null where there is none. */
  metres: number | null
  /** Streets nearby, the nearest first. */
  streets: string[]
}

/** Registers GET geocode?lng&lat and GET outlines, which the map needs besides devices. */
export async function geocodeRoutes(app: FastifyInstance, { platform }: { platform: Platform }): Promise<void> {
  const { settings, log, storage, registry } = platform
  const cache = createPlaceCache<string>({ max: 20_000, keep: 30 * DAY, keepNone: 60_000 })
  const perUser = createLimiter({ max: 240, window: 60_000 })
  const places = createPlaces(platform)
  const streets = createStreets(settings.consoleDir)
  const visible = async (caller: Caller): Promise<NamedPlace[]> => {
    const conditions = scopeOf(caller, area, registry)
    return (await places()).filter(
      (place) => place.id !== area.tree?.root && isInScope({ id: place.id, project_id: place.project_id }, conditions),
    )
  }

  app.get<{ Querystring: { lng?: string; lat?: string } }>(
    '/v1/geocode',
    {
      schema: callSchema({
        group: 'live',
        label: ['经纬度所在地址', '經緯度所在地址', 'Address of a place'],
        query: { lng: s.NUMBER, lat: s.NUMBER },
        answer: s.record({
          source: { type: 'string', enum: ['service', 'platform'] },
          address: s.TEXT,
          areas: s.listOf(s.TEXT),
          metres: s.NUMBER,
          streets: s.listOf(s.TEXT),
        }),
      }),
    },
    async (request) => {
      const { caller, user } = signedInOf(request)
      if (!mayLook(caller)) throw forbidden()
      const point = pointOf(request.query)
      perUser.take(String(user.id))
      const { geocoderUrl } = settings
      const address =
        geocoderUrl === null ? null : await cache.get(point[0], point[1], () => askAddress(geocoderUrl, point, log))
      if (address !== null)
        return ok({ source: 'service', address, areas: [], metres: null, streets: [] } satisfies Geocoded)
      const mine = await visible(caller)
      const nearest = nearestPlace(mine, point)
      // The bundled streets are those of the demo's city only.
      const known =
        (await readFact(storage, 'demo')) === 'on'
          ? await streets(point, languageOf(request.headers['accept-language']))
          : []
      const areas = nearest ? pathOf(nearest.place, mine) : []
      return ok({
        source: 'platform',
        address: null,
        areas,
        metres: nearest ? Math.round(nearest.metres) : null,
        streets: known,
      } satisfies Geocoded)
    },
  )

  app.get(
    '/v1/outlines',
    {
      schema: callSchema({
        group: 'live',
        label: ['区域边界', '區域邊界', 'Outlines of areas'],
        answer: s.listOf(s.record({ id: s.INT, outline: s.listOf(s.listOf(s.NUMBER)) })),
      }),
    },
    async (request) => {
      const { caller } = signedInOf(request)
      if (!mayLook(caller)) throw forbidden()
      return ok((await visible(caller)).flatMap(({ id, outline }) => (outline ? [{ id, outline }] : [])))
    },
  )
}

const mayLook = (caller: Caller): boolean =>
  mayOpen(caller, REAL_TIME_KEY) || mayUse(caller, device, 'list') || mayUse(caller, area, 'list')

function pointOf({ lng, lat }: { lng?: string; lat?: string }): Pair {
  const read = (text: string | undefined, most: number): number => {
    const value = typeof text === 'string' && /^-?\d{1,3}(\.\d{1,15})?$/.test(text) ? Number(text) : Number.NaN
    if (!(Math.abs(value) <= most)) throw badRequest()
    return value
  }
  return [read(lng, 180), read(lat, 90)]
}

/** Returns the names from the topmost visible area down; a cycle of areas is walked once. */
function pathOf(place: NamedPlace, places: readonly NamedPlace[]): string[] {
  const byId = new Map(places.map((each) => [each.id, each]))
  const path: NamedPlace[] = []
  for (let each: NamedPlace | undefined = place; each && !path.includes(each); each = byId.get(each.superid))
    path.unshift(each)
  return path.map(({ name }) => name)
}
