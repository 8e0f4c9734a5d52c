import { keepMeasures, type Measures, type MeasuringNode, type Site } from '../live/measures.ts'
import { callSchema } from '../openapi/call.ts'
import { environmentCalls } from './calls.ts'
import type { FastifyInstance } from 'fastify'
import type { AirScheme } from '../../standards/index.ts'
import { signedInOf } from '../http/auth.ts'
import { ok } from '../http/envelope.ts'
import { isHeld } from '../http/etag.ts'
import { momentOf } from '../http/query.ts'
import { createPace } from '../pace.ts'
import type { Platform } from '../platform.ts'
import { HOUR, hourStart } from '../storage/dirtyHours.ts'
import { answerOf, createAnswers, createRowCache, type Row } from './rowCache.ts'
import { devicesOf, stationsOf, type Filter, type Station } from './stations.ts'
import { createHourReader } from './storedHours.ts'
import { looksBack, LOOKS_BACK, newestOf, WATER_HOURS } from './verdicts.ts'

/** The hour that just ended is worked out within so long, ms; until then the one before it stands. */
const SETTLE_TIME_MS = 5 * 60_000

/** After so many stations it is looked whether others wait: most rows are known, and found with little more work than the clock is read. */
const CHUNK_STATIONS = 50

const NOWHERE: Site = {}

/** What the environment is like, now and at a past moment (docs/wire.md, `environment`). */
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
      const pace = createPace()
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
      // Rows of the past are made anew each time: nobody else could be given them.
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

/** Tells stations from others, and how much is said of each. */
const namesOf = (stations: readonly Station[], withParts: boolean): string =>
  `${withParts} ${stations.map(({ device, medium }) => device.id + medium).join()}`

/** How the caller's stations are judged: what their nodes measure, and what decides by which row of which standard. */
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

/** Node maps of the models that measure something of a medium, of all where none is asked for, and by which no station is judged. */
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
  /** Absent where it has none. */
  script?: string
}

const nodeAnswer = ({ nodemap: id, pollutant, unit, script }: MeasuringNode, model: number): NodeAnswer => ({
  id,
  pollutant: pollutant.key,
  model,
  unit,
  ...(script !== '' && { script }),
})
