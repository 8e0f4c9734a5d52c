import { HOUR } from '../../resources/kit/zone.ts'
import { languageOf } from '../language.ts'
import { callSchema } from '../openapi/call.ts'
import { environmentCalls } from './calls.ts'
import type { FastifyInstance } from 'fastify'
import { labelIndex } from '../../i18n/types.ts'
import { isRecord } from '../../resources/kit/record.ts'
import type { Problem } from '../../resources/kit/rules.ts'
import { isDaytime, NOISE_LIMITS } from '../../standards/noise.ts'
import { noiseLevels, type Level } from '../../standards/noiseLevels.ts'
import { STANDARDS } from '../../standards/index.ts'
import { invalid } from '../errors.ts'
import { hourOfDay } from '../history/calendar.ts'
import { bodyOf } from '../http/body.ts'
import { ok } from '../http/envelope.ts'
import { callsOfUser } from '../http/limiter.ts'
import { timeOf } from '../http/query.ts'
import type { Platform } from '../platform.ts'
import { sampleValueOf } from '../telemetry/items.ts'
import { createDays } from './day.ts'
import { readQuestion, ZERO, noiseZoneOf } from './question.ts'

/** Maximum number of sound levels per call: enough for one per second of a day. */
const MAX_SAMPLES = 100_000
/** Maximum size of such a body, bytes. */
const SAMPLES_LIMIT = 8 * 1024 * 1024

/** The calls for the standards, and for judging values that a caller sends (docs/wire.md, `standards`). */
export async function standardRoutes(app: FastifyInstance, { platform }: { platform: Platform }): Promise<void> {
  const { timeZone } = platform.settings
  const dayOf = createDays(timeZone)

  app.get('/v1/standards', { schema: callSchema(environmentCalls.standards) }, async () =>
    ok(
      STANDARDS.map(({ code, medium, title, since, until, periods }) => ({
        code,
        medium,
        title,
        since,
        until,
        periods,
      })),
    ),
  )

  app.post('/v1/standards/evaluate', { schema: callSchema(environmentCalls.evaluate) }, async (request) => {
    const { standard, question } = readQuestion(bodyOf(request), (ts) => dayOf(ts).day, Date.now())
    const { category, ...verdict } = standard.evaluate(question)
    const language = labelIndex[languageOf(request.headers['accept-language'])]
    return ok({ ...verdict, category: category?.[language] ?? null })
  })

  app.post(
    '/v1/standards/noise',
    {
      schema: callSchema(environmentCalls.noise),
      bodyLimit: SAMPLES_LIMIT,
      // Limited, because a day of seconds takes a good part of a second to compute.
      onRequest: callsOfUser({ max: 60, window: 60_000 }),
    },
    async (request) => {
      const body = bodyOf(request)
      const problems: Record<string, Problem> = {}
      const zone = noiseZoneOf(body.zone, false, problems)
      const samples = levelsOf(body.samples, problems)
      if (Object.keys(problems).length > 0) throw invalid(problems)
      return ok({
        ...noiseLevels(samples, dayTimes(timeZone)),
        ...(zone && { limits: NOISE_LIMITS[zone] }),
      })
    },
  )
}

/**
 * Returns a function that tells whether a moment belongs to the day, by the clocks of a time zone. Each quarter of an
 * hour is looked up once.
 */
function dayTimes(zone: string): (t: number) => boolean {
  const dayByQuarter = new Map<number, boolean>()
  return (t) => {
    const quarter = Math.floor((t * 4) / HOUR)
    const cached = dayByQuarter.get(quarter)
    if (cached !== undefined) return cached
    const day = isDaytime(hourOfDay((quarter * HOUR) / 4, zone))
    dayByQuarter.set(quarter, day)
    return day
  }
}

function levelsOf(value: unknown, problems: Record<string, Problem>): Level[] {
  if (!Array.isArray(value)) {
    problems.samples = { key: 'error.rule.required' }
    return []
  }
  if (value.length > MAX_SAMPLES) {
    problems.samples = { key: 'error.rule.max', args: { max: MAX_SAMPLES } }
    return []
  }
  const levels: Level[] = []
  for (const [place, sample] of (value as unknown[]).entries()) {
    const { t, v }: Record<string, unknown> = isRecord(sample) ? sample : {}
    const time = t == null ? null : timeOf(t, 0)
    const level = typeof v === 'boolean' ? null : sampleValueOf(v)
    if (time !== null && level !== null && level >= 0) levels.push({ t: time, v: level })
    else {
      problems[`samples.${place}`] =
        time === null ? { key: 'error.rule.time' } : level === null ? { key: 'error.rule.number' } : ZERO
      if (Object.keys(problems).length >= MAX_PROBLEMS) break
    }
  }
  return levels
}

/** Maximum number of wrong samples reported. */
const MAX_PROBLEMS = 20
