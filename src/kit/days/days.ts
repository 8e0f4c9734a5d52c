import { isDay } from '../../../resources/kit/zone.ts'

/** The range of days that may be chosen, ends included. */
export interface DayLimits {
  min?: string | undefined
  max: string
}

/**
 * Returns a typed day as YYYY-MM-DD; any single separator is accepted, or none. null for text that is no calendar day.
 */
export function readDay(text: string): string | null {
  const [, year, month, day] = /^(\d{4})\D?(\d{1,2})\D?(\d{1,2})$/.exec(text.trim()) ?? []
  if (!year || !month || !day) return null
  const read = `${year}-${month.padStart(2, '0')}-${day.padStart(2, '0')}`
  return isDay(read) ? read : null
}

/** Returns the nearest day within the limits. */
export const withinDays = (day: string, { min, max }: DayLimits): string =>
  day > max ? max : min !== undefined && day < min ? min : day

/** Returns whether a day is beyond the limits; '' is not. */
export const isOutside = (day: string, limits: DayLimits): boolean => day !== '' && withinDays(day, limits) !== day
