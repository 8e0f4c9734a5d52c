import type { FastifyInstance, FastifyRequest } from 'fastify'
import { errorText } from '../../i18n/errors.ts'
import { device } from '../../resources/device.ts'
import { gateway } from '../../resources/gateway.ts'
import { isSuper, mayUse } from '../../resources/kit/access.ts'
import type { Resource } from '../../resources/kit/define.ts'
import { rules } from '../../resources/kit/rules.ts'
import { scopeOf } from '../crud/scope.ts'
import { forbidden, invalid, notFound } from '../errors.ts'
import { signedInOf } from '../http/auth.ts'
import { sharedLimiter } from '../http/limiter.ts'
import { ok } from '../http/envelope.ts'
import { languageOf } from '../language.ts'
import type { Platform, SignedIn } from '../platform.ts'
import { isFirm, type SimAnswer } from './adapters.ts'
import { createLookup, type Lookup } from './lookup.ts'
import { callSchema } from '../openapi/call.ts'
import * as s from '../openapi/parts.ts'

const MAX_ICCID_LENGTH = 20

/**
 * Registers GET getICCIDInfo/{firm}/{iccid}: the SIM card of a device or gateway (spec 2 §2 and §8). A failed lookup
 * has code 0 and resultCode "1".
 */
export async function simRoutes(app: FastifyInstance, { platform }: { platform: Platform }): Promise<void> {
  const lookUp = createLookup(platform.settings.simUrl, platform.log)
  const perUser = sharedLimiter(platform.storage, 'sim', { max: 60, window: 10 * 60_000 })

  app.get<{ Params: { firm: string; iccid: string } }>(
    '/v1/getICCIDInfo/:firm/:iccid',
    {
      schema: callSchema({
        group: 'manage',
        label: ['SIM 卡信息', 'SIM 卡資訊', 'SIM card'],
        answer: s.record({ resultCode: s.TEXT, resultMsg: s.TEXT, info: { type: 'object' } }),
      }),
    },
    async (request) => {
      const signedIn = signedInOf(request)
      const { firm: firmText, iccid } = request.params
      if (![device, gateway].some((resource) => mayUse(signedIn.caller, resource, 'list'))) throw forbidden()
      const firm = /^\d{1,3}$/.test(firmText) ? Number(firmText) : NaN
      if (!isFirm(firm)) throw notFound()
      if (iccid.length > MAX_ICCID_LENGTH || rules.alnum(iccid)) throw invalid({ iccid: { key: 'error.rule.alnum' } })
      if (!(await mayLookUp(platform, signedIn, iccid))) throw notFound()
      await perUser.take(String(signedIn.user.id))
      return ok(inWords(await lookUp(firm, iccid), request))
    },
  )
}

/**
 * Whether a caller may look up a card: the super administrator any, other users those of devices and gateways that they
 * manage.
 */
async function mayLookUp({ storage, registry }: Platform, { caller }: SignedIn, iccid: string): Promise<boolean> {
  if (isSuper(caller)) return true
  const holds = async (resource: Resource): Promise<boolean> => {
    if (!mayUse(caller, resource, 'list')) return false
    let query = storage.readAny.selectFrom(resource.table).select('id').where('iccid', '=', iccid).limit(1)
    for (const { column, values } of scopeOf(caller, resource, registry)) {
      if (values.length === 0) return false
      query = query.where(column, 'in', values)
    }
    return (await query.executeTakeFirst()) !== undefined
  }
  return (await holds(device)) || holds(gateway)
}

function inWords(lookup: Lookup, request: FastifyRequest): SimAnswer {
  return typeof lookup === 'object'
    ? lookup
    : { resultCode: '1', resultMsg: errorText(languageOf(request.headers['accept-language']), sentences[lookup]) }
}

const sentences: Record<Exclude<Lookup, SimAnswer>, string> = {
  notConfigured: 'error.sim.notConfigured',
  failed: 'error.sim.failed',
  unknown: 'error.sim.unknown',
}
