import { DAY } from '../../resources/kit/zone.ts'
import { callSchema } from '../openapi/call.ts'
import { qualityCalls } from './calls.ts'
import type { FastifyInstance } from 'fastify'
import type { Caller } from '../../resources/kit/access.ts'
import { reviewStep } from '../../resources/review.ts'
import { invalid, notFound } from '../errors.ts'
import { signedInOf } from '../http/auth.ts'
import { bodyOf, idOf, recordId } from '../http/body.ts'
import { ok } from '../http/envelope.ts'
import { callsOfUser } from '../http/limiter.ts'
import { spanOf } from '../http/query.ts'
import type { LiveDevice, Platform } from '../platform.ts'
import { listGaps } from './gaps.ts'
import { flagsOf } from './question.ts'
import { queueOf } from './queue.ts'
import { ratesOf, summed } from './rates.ts'
import { addReview, reviewsOf, revokeReview } from './reviews.ts'

/** Maximum size of a body, bytes: enough for the values of one call. */
const LIMIT = 8 * 1024 * 1024

/** Length of a span where the request names none, and greatest length of one call (more than a leap year), ms. */
const SPAN = { usual: 30 * DAY, longest: 367 * DAY } as const

interface Asked {
  deviceid?: string
  dis_id?: string
  from?: string
  to?: string
}

/**
 * The calls for QARTOD's tests, and for how complete and valid the stored values are (docs/wire.md, `quality-evaluate`
 * and `quality`).
 */
export async function qualityRoutes(app: FastifyInstance, { platform }: { platform: Platform }): Promise<void> {
  app.post(
    '/v1/quality/evaluate',
    {
      schema: callSchema(qualityCalls.evaluate),
      bodyLimit: LIMIT,
      onRequest: callsOfUser({ max: 60, window: 60_000 }),
    },
    async (request) => ok(flagsOf(bodyOf(request))),
  )

  app.get<{ Querystring: Asked & { sum?: string } }>(
    '/v1/quality',
    { schema: callSchema(qualityCalls.rates), config: { reads: 'history' } },
    async (request) => {
      const devices = devicesOf(platform, signedInOf(request).caller, request.query)
      const rates = await ratesOf(platform, devices, spanOf(request.query, Date.now(), SPAN))
      return ok(request.query.sum === '1' ? summed(rates) : rates)
    },
  )

  app.get<{ Querystring: Asked }>(
    '/v1/quality/gaps',
    { schema: callSchema(qualityCalls.gaps), config: { reads: 'history' } },
    async (request) => {
      const devices = devicesOf(platform, signedInOf(request).caller, request.query)
      return ok(await listGaps(platform, devices, spanOf(request.query, Date.now(), SPAN)))
    },
  )
  app.get<{ Querystring: Asked & { step?: string } }>(
    '/v1/quality/queue',
    { schema: callSchema(qualityCalls.queue), config: { reads: 'history' } },
    async (request) => {
      const { caller } = signedInOf(request)
      const devices = devicesOf(platform, caller, request.query)
      const step = request.query.step === undefined ? reviewStep(caller) : Number(request.query.step)
      if (![1, 2, 3].includes(step)) throw invalid({ step: { key: 'error.rule.choice' } })
      return ok(await queueOf(platform, devices, { ...spanOf(request.query, Date.now(), SPAN), step }))
    },
  )
  app.get<{ Querystring: Asked }>(
    '/v1/quality/reviews',
    { schema: callSchema(qualityCalls.reviews), config: { reads: 'history' } },
    async (request) => {
      const { deviceid, ...span } = request.query
      const [device] = devicesOf(platform, signedInOf(request).caller, { deviceid: deviceid ?? '' })
      return ok(await reviewsOf(platform, device?.id ?? 0, spanOf(span, Date.now(), SPAN)))
    },
  )
  app.post('/v1/quality/reviews', { schema: callSchema(qualityCalls.review) }, async (request) =>
    ok({ id: await addReview(platform, signedInOf(request).caller, bodyOf(request)) }),
  )
  app.delete<{ Params: { id: string } }>(
    '/v1/quality/reviews/:id',
    { schema: callSchema(qualityCalls.revoke) },
    async (request) => {
      await revokeReview(platform, signedInOf(request).caller, recordId(request.params.id))
      return ok(null)
    },
  )
}

/**
 * Returns the devices that a request names and its caller may see: one, or those of an area and all areas below it.
 *
 * @throws ApiError 400 without a device or area; 404 for a device the caller may not see
 */
function devicesOf({ registry }: Platform, caller: Caller, { deviceid, dis_id }: Asked): readonly LiveDevice[] {
  const [device, area] = [deviceid, dis_id].map((given) =>
    given === undefined || given === '' ? null : (idOf(given) ?? 0),
  )
  if (device === 0 || area === 0 || (device === null && area === null))
    throw invalid({
      [area === 0 ? 'dis_id' : 'deviceid']: {
        key: device === null && area === null ? 'error.rule.required' : 'error.rule.ref',
      },
    })
  if (typeof device === 'number') {
    const asked = registry.device(device)
    if (!asked || !registry.mayTouch(caller, asked)) throw notFound()
    return [asked]
  }
  const areas = registry.areasBelow([area as number])
  return registry.devices().filter((one) => areas.has(one.district_id) && registry.mayTouch(caller, one))
}
