import { sql, type RawBuilder, type Transaction } from 'kysely'
import { hourOfDay } from '../history/calendar.ts'
import { keepMeasures, type Measure, type Measures } from '../live/measures.ts'
import type { LiveDevice, Platform } from '../platform.ts'
import type { Job } from '../platform/processes.ts'
import { isAdjusted, isTrusted, readValue } from '../quality/samples.ts'
import { HOUR } from '../storage/dirtyHours.ts'
import type { Storage, Tables } from '../storage/types.ts'
import { createDays, type CalendarDay } from './day.ts'
import { hourMean, type Means, type HourSample } from './hours.ts'
import { nextMarks, type Marked } from './marks.ts'
import { putDayValues, type DayValues } from './dayMeans.ts'
import { judgeDay } from './dayVerdicts.ts'
import { celsiusOf } from '../../standards/index.ts'
import type { Medium } from '../../standards/types.ts'

type Services = Pick<Platform, 'storage' | 'registry' | 'settings'>

/** Hours of stations worked out in one step: reading their samples and writing what they say both stay short. */
const SLICE = 100

/** Keeps hourly means and verdicts of days up to the history. */
export function environmentJob(services: Services): Job {
  const measures = keepMeasures(services.storage, services.registry)
  return {
    name: 'environment',
    everyMs: 2000,
    async run(signal, storage = services.storage) {
      while (!signal.aborted) if ((await workOut({ ...services, storage }, measures)) === 0) return
    },
  }
}

/** Works out everything that is marked. */
export async function workOutAll(services: Services): Promise<void> {
  const measures = keepMeasures(services.storage, services.registry)
  while ((await workOut(services, measures)) > 0);
}

/**
 * One step; answers how many hours it took up. Means are made of the whole hour each time: values that come late or twice, in whatever order, lead to the
 * same. A mark that moved meanwhile stays.
 */
async function workOut(
  { storage, registry, settings }: Services,
  measuresOf: () => Promise<Measures>,
): Promise<number> {
  const { read } = storage
  const found = await nextMarks(read, Date.now())
  if (found.length === 0) return 0
  const { models, ...measures } = await measuresOf()
  const measured: { device: LiveDevice; hour: number; model: readonly Measure[] }[] = []
  const marked: Marked[] = []
  for (const mark of found) {
    const device = registry.device(mark.device_id)
    const model = device && models.get(device.devicetype_id)
    if (device && model) {
      if (measured.length === SLICE) break
      measured.push({ device, hour: mark.hour, model })
    }
    marked.push(mark)
  }
  const samples = await samplesOf(storage, measured)
  const dayOf = createDays(settings.timeZone)
  const rows = measured.flatMap(({ device, hour, model }) =>
    [...byMedium(model)].map(([medium, measuring]) => {
      const means: Record<string, Means[string]> = {}
      const celsius = celsiusOf(dayOf(hour).day, measures.schemes.get(device.project_id))
      for (const { nodemap, pollutant, convertAt } of measuring) {
        const own = samples.get(keyOf(device.id, hour, nodemap)) ?? []
        const mean = hourMean(own, { pollutant, convert: convertAt(celsius) }, device)
        if (mean) means[pollutant.key] = mean
      }
      return { hour, medium, device_id: device.id, means }
    }),
  )
  await storage.write(async (trx) => {
    await putHours(trx, rows)
    await putDays(trx, rows, measures, { registry, zone: settings.timeZone })
    const list = sql.join(marked.map(({ device_id, hour, stamp }) => sql`(${device_id}, ${hour}, ${stamp})`))
    await sql`delete from environmentdirty where (device_id, hour, stamp) in (${storage.engine === 'sqlite' ? sql`values ${list}` : list})`.execute(
      trx,
    )
  })
  return marked.length
}

interface HourRow {
  hour: number
  medium: Medium
  device_id: number
  means: Means
}

const media = new WeakMap<readonly Measure[], Map<Medium, Measure[]>>()

/** What a model measures, by medium. */
export function byMedium(model: readonly Measure[]): ReadonlyMap<Medium, readonly Measure[]> {
  const known = media.get(model)
  if (known) return known
  const byMedium = new Map<Medium, Measure[]>()
  for (const measure of model) {
    const own = byMedium.get(measure.pollutant.medium)
    if (own) own.push(measure)
    else byMedium.set(measure.pollutant.medium, [measure])
  }
  media.set(model, byMedium)
  return byMedium
}

const keyOf = (device: number, hour: number, nodemap: number): string => `${device} ${hour} ${nodemap}`

/** The samples of some hours, but for those that are not trusted (server/quality), or that the station itself marked as other than normal (HJ 212). */
async function samplesOf(
  { engine, read, readHistory }: Storage,
  measured: readonly { device: { id: number }; hour: number; model: readonly Measure[] }[],
): Promise<Map<string, HourSample[]>> {
  const wanted = measured.flatMap(({ device, hour, model }) =>
    model.map(
      ({ nodemap }) => sql`(cast(${device.id} as bigint), cast(${nodemap} as bigint), cast(${hour} as bigint))`,
    ),
  )
  const found = new Map<string, HourSample[]>()
  if (wanted.length === 0) return found
  const where = sql`history.device_id = wanted.device_id and history.nodemap_id = wanted.nodemap_id and history.ts >= wanted.hour
    and history.ts < wanted.hour + ${sql.lit(HOUR)} and not exists (select 1 from hj212mark where hj212mark.device_id = history.device_id
    and hj212mark.nodemap_id = history.nodemap_id and hj212mark.ts = history.ts)
    and ${isTrusted()}`
  const adjusted = await isAdjusted(read, [...new Set(measured.map(({ device }) => device.id))])
  const value = adjusted ? readValue() : sql.raw('value')
  // Along the history's key, hour by hour, whatever the planner thinks of the table (aggregated.ts says why).
  const walk: RawBuilder<unknown> =
    engine === 'sqlite'
      ? sql`cross join history on ${where}`
      : sql`cross join lateral (select * from history where ${where}) as history`
  const query = sql<HourSample & { device_id: number; nodemap_id: number; hour: number }>`
    with wanted (device_id, nodemap_id, hour) as (values ${sql.join(wanted)})
    select wanted.device_id, wanted.nodemap_id, wanted.hour, history.ts, ${value} as value from wanted ${walk}`
  const { rows } = await readHistory(
    measured.map(({ device, hour, model }) => ({
      device: device.id,
      nodemaps: model.map(({ nodemap }) => nodemap),
      start: hour,
      end: hour + HOUR - 1,
    })),
    (view) => query.execute(view.read),
  )
  for (const { device_id, nodemap_id, hour, ts, value } of rows) {
    const key = keyOf(device_id, hour, nodemap_id)
    const samples = found.get(key)
    if (samples) samples.push({ ts, value })
    else found.set(key, [{ ts, value }])
  }
  return found
}

/** An hour that nothing is left of keeps its means: raw history goes with its age. */
async function putHours(trx: Transaction<Tables>, rows: readonly HourRow[]): Promise<void> {
  const values = rows
    .filter(({ means }) => Object.keys(means).length > 0)
    .map(({ means, ...row }) => ({ ...row, means: JSON.stringify(means) }))
  if (values.length === 0) return
  await trx
    .insertInto('environmenthour')
    .values(values)
    .onConflict((conflict) =>
      conflict.columns(['hour', 'medium', 'device_id']).doUpdateSet((eb) => ({ means: eb.ref('excluded.means') })),
    )
    .execute()
}

interface Places {
  registry: Services['registry']
  zone: string
}

/** Judges the days anew that some hours lie in. */
async function putDays(
  trx: Transaction<Tables>,
  rows: readonly HourRow[],
  measures: Pick<Measures, 'schemes' | 'sites'>,
  { registry, zone }: Places,
): Promise<void> {
  const dayOf = createDays(zone)
  const days = new Map<string, { device_id: number; medium: Medium; day: CalendarDay }>()
  for (const { device_id, medium, hour } of rows) {
    const day = dayOf(hour)
    days.set(`${device_id} ${medium} ${day.day}`, { device_id, medium, day })
  }
  const stored = await hoursKept(trx, [...days.values()])
  const judged: { device_id: number; day: string; values: DayValues }[] = []
  const values = [...days.values()].flatMap(({ device_id, medium, day }) => {
    const hours = hoursOf(day)
    const means = hours.map((hour) => stored.get(`${device_id} ${medium} ${hour}`))
    if (means.every((mean) => mean === undefined)) return []
    const scheme = measures.schemes.get(registry.device(device_id)?.project_id ?? 0) ?? 'HJ'
    const verdict = judgeDay(
      { means, hours: hours.map((hour) => hourOfDay(hour, zone)) },
      { medium, scheme, site: measures.sites.get(device_id) ?? {}, day: day.day },
    )
    if (medium === 'air') judged.push({ device_id, day: day.day, values: verdict.values })
    return [
      {
        device_id,
        medium,
        day: day.day,
        start: day.start,
        standard: verdict.standard,
        scheme,
        idx: verdict.index,
        level: verdict.level,
        main: verdict.primary.join(','),
        hours: verdict.valid,
        ld_above: verdict.above?.ld ?? null,
        ln_above: verdict.above?.ln ?? null,
        missing: medium === 'air' ? verdict.missing.join(',') : null,
      },
    ]
  })
  if (values.length === 0) return
  await putDayValues(trx, judged)
  await trx
    .insertInto('environmentday')
    .values(values)
    .onConflict((conflict) =>
      conflict.columns(['device_id', 'medium', 'day']).doUpdateSet((eb) => ({
        start: eb.ref('excluded.start'),
        standard: eb.ref('excluded.standard'),
        scheme: eb.ref('excluded.scheme'),
        idx: eb.ref('excluded.idx'),
        level: eb.ref('excluded.level'),
        main: eb.ref('excluded.main'),
        hours: eb.ref('excluded.hours'),
        ld_above: eb.ref('excluded.ld_above'),
        ln_above: eb.ref('excluded.ln_above'),
        missing: eb.ref('excluded.missing'),
      })),
    )
    .execute()
}

/** Means of all hours of some days. Marks lie in the order of devices: days of one slice are few, or one and the same. */
async function hoursKept(
  trx: Transaction<Tables>,
  days: readonly { device_id: number; medium: Medium; day: CalendarDay }[],
): Promise<Map<string, Means>> {
  const loaded = new Map<string, Means>()
  if (days.length === 0) return loaded
  const rows = await trx
    .selectFrom('environmenthour')
    .selectAll()
    .where('hour', 'in', [...new Set(days.flatMap(({ day }) => hoursOf(day)))])
    .where('medium', 'in', [...new Set(days.map(({ medium }) => medium))])
    .where('device_id', 'in', [...new Set(days.map(({ device_id }) => device_id))])
    .execute()
  for (const { device_id, medium, hour, means } of rows)
    loaded.set(`${device_id} ${medium} ${hour}`, JSON.parse(means) as Means)
  return loaded
}

/** The hours of UTC that begin within a day. */
function hoursOf({ start, end }: Pick<CalendarDay, 'start' | 'end'>): number[] {
  const hours: number[] = []
  for (let hour = Math.ceil(start / HOUR) * HOUR; hour < end; hour += HOUR) hours.push(hour)
  return hours
}
