import { isDay } from '../../../resources/kit/zone.ts'

/** The days that may be chosen, both among them. */
export interface DayLimits {
  min?: string | undefined
  max: string
}

/** A day as YYYY-MM-DD, as it may be typed: with any sign between its numbers, or none; null for what is no day of the calendar. */
export function readDay(text: string): string | null {
  const [, year, month, day] = /^(\d{4})\D?(\d{1,2})\D?(\d{1,2})$/.exec(text.trim()) ?? []
  if (!year || !month || !day) return null
  const read = `${year}-${month.padStart(2, '0')}-${day.padStart(2, '0')}`
  return isDay(read) ? read : null
}

/** The nearest day that may be chosen. */
export const withinDays = (day: string, { min, max }: DayLimits): string =>
  day > max ? max : min !== undefined && day < min ? min : day

/** Whether a day may not be chosen; none is no such day. */
export const isOutside = (day: string, limits: DayLimits): boolean => day !== '' && withinDays(day, limits) !== day
