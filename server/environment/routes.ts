import type { FastifyInstance } from 'fastify'
import { sql, type RawBuilder } from 'kysely'
import type { Medium } from '../../standards/types.ts'
import type { Problem } from '../../resources/kit/rules.ts'
import type { Caller } from '../../resources/kit/access.ts'
import { ApiError, invalid, notFound } from '../errors.ts'
import { signedInOf } from '../http/auth.ts'
import { idOf } from '../http/body.ts'
import { okText } from '../http/envelope.ts'
import { createPace } from '../pace.ts'
import type { LiveDevice, Platform } from '../platform.ts'
import { HOUR, hourStart } from '../storage/dirtyHours.ts'
import { timeOf } from '../telemetry/items.ts'
import { createDays } from './day.ts'
import { byMedium } from './job.ts'
import { keepMeasures, type Measure, type Measures, type Site } from './measures.ts'
import { createRowCache } from './rowCache.ts'
import { looksBack } from './verdicts.ts'

/** The hour that just ended is worked out within so long, ms; until then the one before it stands. */
const SETTLES = 5 * 60_000
/** Hours that a judgement may look back on. */
const BACK = 12
/** Longest span of days, ms: a leap year and a bit. */
const LONGEST = 367 * 24 * HOUR

const NOWHERE: Site = {}

interface Filter {
  pro_id?: string
  dis_id?: string
  deviceid?: string
  medium?: string
}

/** What the environment is like, now, at a past moment, and day by day (docs/wire.md, `environment`). */
export async function environmentRoutes(app: FastifyInstance, { platform }: { platform: Platform }): Promise<void> {
  const { storage, registry, settings } = platform
  const measuresOf = keepMeasures(storage, registry)
  const dayOf = createDays(settings.timeZone)
  const rowCache = createRowCache(settings.timeZone)

  app.get<{ Querystring: Filter & { at?: string } }>(
    '/v1/environment',
    { config: { reads: 'live' } },
    async (request, reply) => {
      const now = Date.now()
      const at = timeOf(request.query.at, now)
      if (at === null) throw invalid({ at: { key: 'error.rule.time' } })
      const measures = await measuresOf()
      const stations = stationsOf(platform, measures, signedInOf(request).caller, request.query)
      const ended = hourStart(Math.min(at, now)) - HOUR
      const isFresh = now - at < SETTLES && now - hourStart(now) < SETTLES
      const deep = stations.some(({ device }) => looksBack(measures.schemes.get(device.project_id) ?? 'HJ'))
      const hours = await readHours(platform, ended, deep ? BACK : isFresh ? 2 : 1)
      const pace = createPace()
      const texts: string[] = []
      for (const { device, medium, model } of stations) {
        const past = hours.get(`${medium} ${device.id}`) ?? []
        const back = isFresh && past[0] === undefined && past[1] !== undefined ? 1 : 0
        const hour = ended - back * HOUR
        const scheme = measures.schemes.get(device.project_id) ?? 'HJ'
        const site = measures.sites.get(device.id) ?? NOWHERE
        texts.push(
          rowCache.rowOf({ device, medium, scheme, site, hour, past: past.slice(back), measured: model.length }),
        )
        if (pace.isDue()) await pace.turn()
      }
      return okText(reply, `[${texts.join(',')}]`)
    },
  )

  app.get<{ Querystring: Filter & { from?: string; to?: string } }>(
    '/v1/environment/days',
    { config: { reads: 'live' } },
    async (request, reply) => {
      const { from, to } = spanOf(request.query, Date.now())
      const measures = await measuresOf()
      const stations = stationsOf(platform, measures, signedInOf(request).caller, request.query)
      const media = new Map<Medium, number[]>()
      for (const { device, medium } of stations) {
        const ids = media.get(medium)
        if (ids) ids.push(device.id)
        else media.set(medium, [device.id])
      }
      const days = { from: dayOf(from).day, to: dayOf(to).day }
      const texts: string[] = []
      for (const [medium, ids] of media)
        for (let at = 0; at < ids.length; at += TOGETHER) {
          const { rows } = await daysOf(storage.engine, medium, ids.slice(at, at + TOGETHER), days).execute(
            storage.read,
          )
          for (const { text } of rows) if (text !== null) texts.push(text)
        }
      return okText(reply, `[${texts.join(',')}]`)
    },
  )
}

/** Stations whose days are read in one query: a year of them keeps others waiting no longer than a long list does. */
const TOGETHER = 200

interface Station {
  device: LiveDevice
  medium: Medium
  model: readonly Measure[]
}

/** The stations a caller asks for and may see; a device that measures two media is two of them. A device or area that is not the caller's is 404. */
function stationsOf({ registry }: Platform, { models }: Measures, caller: Caller, query: Filter): Station[] {
  const problems: Record<string, Problem> = {}
  const id = (name: 'pro_id' | 'dis_id' | 'deviceid'): number | null => {
    const text = query[name]
    if (text === undefined || text === '') return null
    const value = idOf(text)
    if (value === null) problems[name] = { key: 'error.rule.ref' }
    return value
  }
  const [project, district, device] = [id('pro_id'), id('dis_id'), id('deviceid')]
  const { medium } = query
  if (medium !== undefined && medium !== '' && !['air', 'noise', 'water'].includes(medium))
    problems.medium = { key: 'error.rule.choice' }
  if (Object.keys(problems).length > 0) throw invalid(problems)
  if (device !== null) {
    const target = registry.device(device)
    if (!target || !registry.mayTouch(caller, target)) throw notFound()
  }
  const areas = district === null ? null : registry.areasBelow([district])
  return registry.devices().flatMap((one) => {
    if (device !== null && one.id !== device) return []
    if (project !== null && one.project_id !== project) return []
    if (areas && !areas.has(one.district_id)) return []
    const model = models.get(one.devicetype_id)
    if (!model || !registry.mayTouch(caller, one)) return []
    return [...byMedium(model)].flatMap(([own, measures]) =>
      medium && own !== medium ? [] : [{ device: one, medium: own, model: measures }],
    )
  })
}

/** Means of the hours from `ended` back, that first, by medium and device; JSON as it is stored. */
async function readHours(
  { storage }: Platform,
  ended: number,
  count: number,
): Promise<Map<string, (string | undefined)[]>> {
  const wanted = Array.from({ length: count }, (_, back) => ended - back * HOUR)
  const rows = await storage.read
    .selectFrom('environmenthour')
    .select(['hour', 'medium', 'device_id', 'means'])
    .where('hour', 'in', wanted)
    .execute()
  const found = new Map<string, (string | undefined)[]>()
  for (const { hour, medium, device_id, means } of rows) {
    const key = `${medium} ${device_id}`
    const past = found.get(key)
    if (past) past[(ended - hour) / HOUR] = means
    else {
      const fresh: (string | undefined)[] = []
      fresh[(ended - hour) / HOUR] = means
      found.set(key, fresh)
    }
  }
  return found
}

function spanOf({ from, to }: { from?: string; to?: string }, now: number): { from: number; to: number } {
  const end = timeOf(to, now)
  const start = timeOf(from, (end ?? now) - 30 * 24 * HOUR)
  if (start === null || end === null) {
    const time: Problem = { key: 'error.rule.time' }
    throw invalid({ ...(start === null && { from: time }), ...(end === null && { to: time }) })
  }
  if (start > end) throw new ApiError(400, 'error.history.range')
  if (end - start > LONGEST) throw new ApiError(400, 'error.history.span', { days: LONGEST / (24 * HOUR) })
  return { from: start, to: end }
}

/** Days of stations as the text of the answer's rows, one a station; what stands between quotes are names of ours alone. */
function daysOf(
  engine: Platform['storage']['engine'],
  medium: Medium,
  ids: readonly number[],
  { from, to }: { from: string; to: string },
): RawBuilder<{ text: string | null }> {
  const list = sql.join(ids.map((id) => sql`cast(${id} as bigint)`))
  const period = medium === 'air' ? '24h' : medium === 'water' ? 'sample' : 'day'
  const main = sql`case main when '' then '[]' else '["' || replace(main, ',', '","') || '"]' end`
  const day = sql`'["' || day || '",' || coalesce(cast(idx as text), 'null') || ',' || coalesce(cast(level as text), 'null') || ',' || ${main}
    || ',' || round(hours / 24.0, 2) || ']'`
  const found = sql`select device_id, day, scheme, ${day} as one from environmentday where device_id in (${list}) and medium = ${medium}
    and day between ${from} and ${to} order by device_id, day`
  const days = engine === 'sqlite' ? sql`group_concat(one)` : sql`string_agg(one, ',' order by day)`
  const row = sql`'{"deviceid":' || device_id || ',"medium":"' || ${medium} || '","period":"' || ${period} || '","scheme":"' || max(scheme) || '","days":[' || ${days} || ']}'`
  return sql`select ${row} as text from (${found}) as found group by device_id order by device_id`
}
