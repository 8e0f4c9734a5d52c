import { sql, type Transaction } from 'kysely'
import { hourOfDay } from '../history/calendar.ts'
import { keepMeasures, type Measure, type Measures } from '../live/measures.ts'
import type { LiveDevice, Platform } from '../platform.ts'
import type { Job } from '../platform/processes.ts'
import { integerRows } from '../quality/integerRows.ts'
import type { EngineName } from '../storage/columns.ts'
import { HOUR } from '../storage/dirtyHours.ts'
import type { Tables } from '../storage/types.ts'
import { createDays, type CalendarDay } from './day.ts'
import { hourMean, type Means } from './hours.ts'
import { keyOf, samplesOf } from './hourSamples.ts'
import { nextMarks, type Marked } from './marks.ts'
import { putDayValues, type DayValues } from './dayMeans.ts'
import { judgeDay } from './dayVerdicts.ts'
import { celsiusOf } from '../../standards/index.ts'
import type { Medium } from '../../standards/types.ts'

type Services = Pick<Platform, 'storage' | 'registry' | 'settings'>

/** Hours of stations computed in one step, so that both reading their samples and writing the results stay short. */
const SLICE = 100

/** Creates the job that keeps hourly means and verdicts of days up to date with the history. */
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

/** Computes everything that is marked. */
export async function workOutAll(services: Services): Promise<void> {
  const measures = keepMeasures(services.storage, services.registry)
  while ((await workOut(services, measures)) > 0);
}

/**
 * Makes one step; returns the number of hours it handled. Means are computed from the whole hour each time, so values
 * that come late or twice, in any order, lead to the same result. A mark that was renewed meanwhile stays.
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
      let isHeard = false
      for (const { nodemap, pollutant, convertAt } of measuring) {
        const own = samples.get(keyOf(device.id, hour, nodemap))
        if (!own) continue
        isHeard = true
        const mean = hourMean(own, { pollutant, convert: convertAt(celsius) }, device, hour + HOUR)
        if (mean) means[pollutant.key] = mean
      }
      return { hour, medium, device_id: device.id, means, isHeard }
    }),
  )
  await storage.write(async (trx) => {
    await putHours(trx, storage.engine, rows)
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
  /** Whether the history holds any value of the hour, trusted or not. */
  isHeard: boolean
}

/**
 * Returns whether no value of an hour counts although the history has some: users or tests refused them all. An hour
 * that is missing in the history keeps its stored means.
 */
const isRefused = ({ means, isHeard }: HourRow): boolean => isHeard && Object.keys(means).length === 0

const media = new WeakMap<readonly Measure[], Map<Medium, Measure[]>>()

/** Returns what a model measures, by medium. */
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

/**
 * Stores the means of hours. An hour without values in the history keeps its means, since raw history is deleted by
 * age. An hour whose values were all refused loses them.
 */
async function putHours(trx: Transaction<Tables>, engine: EngineName, rows: readonly HourRow[]): Promise<void> {
  const refused = rows.filter(isRefused)
  for (const medium of new Set(refused.map((row) => row.medium))) {
    const own = refused.filter((row) => row.medium === medium)
    const hours = integerRows(
      engine,
      ['hour', 'device_id'],
      own.map(({ hour, device_id }) => [hour, device_id]),
    )
    await sql`delete from environmenthour where medium = ${medium} and (hour, device_id) in ${hours}`.execute(trx)
  }
  const values = rows
    .filter(({ means }) => Object.keys(means).length > 0)
    .map(({ hour, medium, device_id, means }) => ({ hour, medium, device_id, means: JSON.stringify(means) }))
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

/** Judges again the days that contain some hours. */
async function putDays(
  trx: Transaction<Tables>,
  rows: readonly HourRow[],
  measures: Pick<Measures, 'schemes' | 'sites'>,
  { registry, zone }: Places,
): Promise<void> {
  const dayOf = createDays(zone)
  const days = new Map<string, { device_id: number; medium: Medium; day: CalendarDay; refused: boolean }>()
  for (const row of rows) {
    const { device_id, medium, hour } = row
    const day = dayOf(hour)
    const key = `${device_id} ${medium} ${day.day}`
    days.set(key, { device_id, medium, day, refused: isRefused(row) || days.get(key)?.refused === true })
  }
  const stored = await hoursKept(trx, [...days.values()])
  const judged: { device_id: number; day: string; values: DayValues }[] = []
  const gone: { device_id: number; medium: Medium; day: string }[] = []
  const values = [...days.values()].flatMap(({ device_id, medium, day, refused }) => {
    const hours = hoursOf(day)
    const means = hours.map((hour) => stored.get(`${device_id} ${medium} ${hour}`))
    if (means.every((mean) => mean === undefined)) {
      if (refused) gone.push({ device_id, medium, day: day.day })
      return []
    }
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
  await dropDays(trx, gone)
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

/** Deletes days of which no hour is left. */
async function dropDays(
  trx: Transaction<Tables>,
  days: readonly { device_id: number; medium: Medium; day: string }[],
): Promise<void> {
  for (const { device_id, medium, day } of days)
    await trx
      .deleteFrom('environmentday')
      .where('device_id', '=', device_id)
      .where('medium', '=', medium)
      .where('day', '=', day)
      .execute()
  const air = days.filter(({ medium }) => medium === 'air')
  await putDayValues(
    trx,
    air.map(({ device_id, day }) => ({ device_id, day, values: {} })),
  )
}

/**
 * Loads the means of all hours of some days. Marks come day by day along the devices (marks.ts), so the days of one
 * step are few, or one and the same.
 */
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

/** Returns the UTC hours that begin within a day. */
function hoursOf({ start, end }: Pick<CalendarDay, 'start' | 'end'>): number[] {
  const hours: number[] = []
  for (let hour = Math.ceil(start / HOUR) * HOUR; hour < end; hour += HOUR) hours.push(hour)
  return hours
}
