import { keepMeasures, type Measures, type MeasuringNode, type Site } from '../live/measures.ts'
import { callSchema } from '../openapi/call.ts'
import { environmentCalls } from './calls.ts'
import type { FastifyInstance } from 'fastify'
import type { AirScheme } from '../../standards/index.ts'
import { signedInOf } from '../http/auth.ts'
import { ok } from '../http/envelope.ts'
import { isHeld } from '../http/etag.ts'
import { momentOf } from '../http/query.ts'
import { createYielder } from '../pace.ts'
import type { Platform } from '../platform.ts'
import { HOUR, hourStart } from '../storage/dirtyHours.ts'
import { answerOf, createAnswers, createRowCache, type Row } from './rowCache.ts'
import { devicesOf, stationsOf, type Filter, type Station } from './stations.ts'
import { createHourReader } from './storedHours.ts'
import { looksBack, LOOKS_BACK, newestOf, WATER_HOURS } from './verdicts.ts'

/** The means of the hour that just ended are computed within this time, ms. Until then the hour before is shown. */
const SETTLE_TIME_MS = 5 * 60_000

/**
 * Number of stations after which the event loop may be yielded. Most rows are cached and cost little more than reading
 * the clock.
 */
const CHUNK_STATIONS = 50

const NOWHERE: Site = {}

/** The calls for the environment at present and at a past moment (docs/wire.md, `environment`). */
export async function environmentRoutes(app: FastifyInstance, { platform }: { platform: Platform }): Promise<void> {
  const { storage, registry, settings } = platform
  const measuresOf = keepMeasures(storage, registry)
  const hoursOf = createHourReader(storage)
  const rowCache = createRowCache(settings.timeZone)
  const keptAnswerOf = createAnswers()

  app.get<{ Querystring: Filter & { at?: string; parts?: string } }>(
    '/v1/environment',
    { schema: callSchema(environmentCalls.now), config: { reads: 'live' } },
    async (request, reply) => {
      const now = Date.now()
      const at = momentOf({ ...request.query }, 'at') ?? now
      const measures = await measuresOf()
      const stations = stationsOf(platform, measures, signedInOf(request).caller, request.query)
      const ended = hourStart(Math.min(at, now)) - HOUR
      const isFresh = now - at < SETTLE_TIME_MS && now - hourStart(now) < SETTLE_TIME_MS
      const deep = stations.some(({ device }) => looksBack(measures.schemes.get(device.project_id) ?? 'HJ'))
      const pastOf = await hoursOf({
        ended,
        all: deep ? LOOKS_BACK : isFresh ? 2 : 1,
        ofWater: stations.some(({ medium }) => medium === 'water') ? WATER_HOURS : 0,
      })
      const pace = createYielder()
      const withParts = request.query.parts !== 'none'
      const rows: Row[] = []
      for (const { device, medium, model } of stations) {
        const past = pastOf(medium, device.id)
        const back = newestOf(past, medium === 'water' ? WATER_HOURS : isFresh ? 2 : 1)
        const hour = ended - back * HOUR
        const scheme = measures.schemes.get(device.project_id) ?? 'HJ'
        const site = measures.sites.get(device.id) ?? NOWHERE
        const reach = medium === 'air' && looksBack(scheme) ? LOOKS_BACK : 1
        const own = past.slice(back, back + reach)
        const asked = { device, medium, scheme, site, hour, ended, past: own, model }
        rows.push(rowCache.rowOf(asked, withParts))
        if (rows.length % CHUNK_STATIONS === 0 && pace.isDue()) await pace.turn()
      }
      // Answers about the past are not cached, as no other request would use them.
      const isPast = hourStart(at) < hourStart(now)
      const { bytes, etag } = isPast ? answerOf(rows) : keptAnswerOf(namesOf(stations, withParts), rows)
      reply.headers({ 'cache-control': 'private, no-cache', vary: 'authorization', etag })
      if (isHeld(request, etag)) return reply.code(304).send()
      return reply.type('application/json; charset=utf-8').send(bytes)
    },
  )

  app.get<{ Querystring: Filter }>(
    '/v1/environment/measures',
    { schema: callSchema(environmentCalls.measures), config: { reads: 'live' } },
    async (request) => {
      const measures = await measuresOf()
      const { caller } = signedInOf(request)
      const models = new Set(devicesOf(platform, caller, request.query).map(({ devicetype_id }) => devicetype_id))
      return ok({
        ...judgedBy(stationsOf(platform, measures, caller, request.query), measures),
        further: furtherOf(models, measures, request.query.medium),
        winds: [...models].flatMap((model) => measures.winds.get(model) ?? []),
        directions: [...models].flatMap((model) => measures.directions.get(model)?.map((id) => ({ id })) ?? []),
      })
    },
  )
}

/** Returns a key of the answer for these stations, with or without parts. */
const namesOf = (stations: readonly Station[], withParts: boolean): string =>
  `${withParts} ${stations.map(({ device, medium }) => device.id + medium).join()}`

/**
 * Returns how the caller's stations are judged: what their nodes measure, their sites, and the schemes of their
 * projects.
 */
function judgedBy(stations: readonly Station[], { sites, schemes }: Measures) {
  const nodes = new Map<number, NodeAnswer>()
  const places = new Map<number, Site>()
  const projects = new Map<number, AirScheme>()
  for (const { device, model } of stations) {
    for (const node of model) nodes.set(node.nodemap, nodeAnswer(node, device.devicetype_id))
    const [site, scheme] = [sites.get(device.id), schemes.get(device.project_id)]
    if (site) places.set(device.id, site)
    if (scheme) projects.set(device.project_id, scheme)
  }
  return {
    nodes: [...nodes.values()],
    devices: [...places].map(([id, site]) => ({ id, ...site })),
    projects: [...projects].map(([id, scheme]) => ({ id, scheme })),
  }
}

/**
 * Returns the nodes of models that measure a pollutant of the medium (or of any, if none is given) but by which no
 * station is judged.
 */
function furtherOf(models: ReadonlySet<number>, { further }: Measures, medium?: string): NodeAnswer[] {
  return [...models].flatMap((model) =>
    (further.get(model) ?? [])
      .filter(({ pollutant }) => !medium || pollutant.medium === medium)
      .map((node) => nodeAnswer(node, model)),
  )
}

interface NodeAnswer {
  id: number
  pollutant: string
  model: number
  unit: string
  /** Absent where the node has none. */
  script?: string
}

const nodeAnswer = ({ nodemap: id, pollutant, unit, script }: MeasuringNode, model: number): NodeAnswer => ({
  id,
  pollutant: pollutant.key,
  model,
  unit,
  ...(script !== '' && { script }),
})
