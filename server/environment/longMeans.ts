import { scaledHalfEven, roundHalfUp, shiftDecimal } from '../../standards/decimal.ts'
import { limitOf, meanDecimals } from '../../standards/air/limits.ts'
import { meanOf, meanOfYear, neededOfMonth, type Mean } from '../../standards/validity.ts'
import { addDays, addMonths, monthOf } from '../../resources/kit/zone.ts'
import { LONG_MEANS } from '../../resources/pollutants.ts'
import type { Storage } from '../storage/types.ts'
import { createSums, dayMeanOf, eachDay } from './dayMeans.ts'
import type { Place } from './places.ts'

export type Period = 'month' | 'year'

/**
 * A mean of a pollutant, or why there is none: `count` of the `needed` daily means; of a year also how many of its
 * `months` are valid.
 */
export interface LongMean extends Omit<Mean, 'mean'> {
  value: number | null
  limit: number | null
  exceeded: boolean | null
  months?: number
}

/** `of` is YYYY-MM or YYYY. */
export interface PeriodMeans {
  of: string
  parts: Record<string, LongMean>
}

/** Returns the months from one day to another; for years all months of these years. */
export function monthsIn(period: Period, from: string, to: string): string[] {
  const last = period === 'year' ? `${to.slice(0, 4)}-12` : to.slice(0, 7)
  const months: string[] = []
  for (
    let month = period === 'year' ? `${from.slice(0, 4)}-01` : from.slice(0, 7);
    month <= last;
    month = addMonths(month, 1)
  )
    months.push(month)
  return months
}

/**
 * Returns the means of places over months or years by the rules of validity; for an area they are those of its
 * stations' averaged daily means.
 */
export async function meansOfPlaces(
  storage: Storage,
  places: readonly Place[],
  { period, months }: { period: Period; months: readonly string[] },
): Promise<PeriodMeans[][]> {
  const days = months.map(daysOf)
  const all = days.flat()
  const [from, to] = [all[0], all.at(-1)]
  if (from === undefined || to === undefined) return places.map(() => [])
  const placeOfDay = new Map(all.map((day, at) => [day, at]))
  const sums = places.map(() => createSums(all.length))
  const placeOf = new Map(places.flatMap(({ sites }, at) => [...sites.keys()].map((device) => [device, at] as const)))
  await eachDay(storage, [...placeOf.keys()], { from, to }, (device, day, values) => {
    const at = placeOfDay.get(day)
    if (at !== undefined) sums[placeOf.get(device) ?? -1]?.add(at, values, dayMeanOf)
  })
  return sums.map((sum) => {
    const series = (key: string, own: readonly string[]): (number | null)[] =>
      own.map((day) => sum.mean(key, placeOfDay.get(day) ?? -1))
    const measured = LONG_MEANS.map(({ key }) => key).filter((key) => sum.keys().includes(key))
    if (period === 'month')
      return months.map((month, at) => ({
        of: month,
        parts: partsOf(measured, (key) =>
          told(meanOf(series(key, days[at] ?? []), neededOfMonth(Number(month.slice(5))))),
        ),
      }))
    return [...new Set(months.map((month) => month.slice(0, 4)))].map((year) => ({
      of: year,
      parts: partsOf(measured, (key) => {
        const own = months.flatMap((month, at) => (month.startsWith(year) ? [series(key, days[at] ?? [])] : []))
        const valid = own.filter((line, at) => meanOf(line, neededOfMonth(at + 1)).state === 'valid').length
        return { ...told(meanOfYear(own), key, `${year}-12-31`), months: valid }
      }),
    }))
  })
}

const partsOf = (keys: readonly string[], meanOfKey: (key: string) => LongMean): Record<string, LongMean> =>
  Object.fromEntries(keys.map((key) => [key, meanOfKey(key)]))

function daysOf(month: string): string[] {
  const { first, last } = monthOf(month)
  const days: string[] = []
  for (let day = first; day <= last; day = addDays(day, 1)) days.push(day)
  return days
}

/** Completes a mean with the limit on `day`, if one is given, after rounding it by GB/T 8170, as HJ 663 requires. */
function told({ mean, ...rest }: Mean, key?: string, day?: string): LongMean {
  const places = key === undefined ? 0 : meanDecimals(key)
  const limit = key === undefined || day === undefined ? null : limitOf(day, key, 'year')
  return {
    value: mean === null ? null : roundHalfUp(mean, 4),
    ...rest,
    limit,
    exceeded: mean === null || limit === null ? null : scaledHalfEven(mean, places) > shiftDecimal(limit, places),
  }
}
