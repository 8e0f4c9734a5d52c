import type { FastifyInstance } from 'fastify'
import type { Caller } from '../../resources/kit/access.ts'
import { ApiError, invalid, notFound } from '../errors.ts'
import { signedInOf } from '../http/auth.ts'
import { bodyOf, idOf } from '../http/body.ts'
import { ok } from '../http/envelope.ts'
import type { LiveDevice, Platform } from '../platform.ts'
import { timeOf } from '../telemetry/items.ts'
import { flagsOf } from './question.ts'
import { ratesOf } from './rates.ts'

const DAY = 86_400_000

/** A body of as many values as one call takes, bytes. */
const LIMIT = 8 * 1024 * 1024

/** Longest span of one call, ms: a leap year and a bit. */
const LONGEST = 367 * DAY

interface Asked {
  deviceid?: string
  dis_id?: string
  from?: string
  to?: string
}

/** What QARTOD's tests say of values, and how complete and valid what is stored is (docs/wire.md, `quality-evaluate` and `quality`). */
export async function qualityRoutes(app: FastifyInstance, { platform }: { platform: Platform }): Promise<void> {
  app.post('/v1/quality/evaluate', { bodyLimit: LIMIT }, async (request) => ok(flagsOf(bodyOf(request))))

  app.get<{ Querystring: Asked }>('/v1/quality', { config: { reads: 'history' } }, async (request) => {
    const devices = devicesOf(platform, signedInOf(request).caller, request.query)
    return ok(await ratesOf(platform, devices, spanOf(request.query, Date.now())))
  })
}

/** The devices a caller asks for and may see: one, or those of an area and all below. One that is not the caller's is 404. */
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

/** The span that is asked for; the last 30 days where nothing is said. */
function spanOf({ from, to }: Asked, now: number): { from: number; to: number } {
  const end = timeOf(to, now)
  const start = timeOf(from, (end ?? now) - 30 * DAY)
  const time = { key: 'error.rule.time' } as const
  if (start === null || end === null)
    throw invalid({ ...(start === null && { from: time }), ...(end === null && { to: time }) })
  if (start > end) throw new ApiError(400, 'error.history.range')
  if (end - start > LONGEST) throw new ApiError(400, 'error.history.span', { days: LONGEST / DAY })
  return { from: start, to: end }
}
