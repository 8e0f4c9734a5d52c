import { addDays, monthOf } from '../../resources/kit/zone.ts'
import { moveMonth } from './months.ts'

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
  return Number(month) >= 1 && Number(month) <= 12 && read >= `${read.slice(0, 7)}-01` && read <= monthOf(read).last
    ? read
    : null
}

/** The nearest day that may be chosen. */
export const withinDays = (day: string, { min, max }: DayLimits): string =>
  day > max ? max : min !== undefined && day < min ? min : day

/** Whether a day may not be chosen; none is no such day. */
export const isOutside = (day: string, limits: DayLimits): boolean => day !== '' && withinDays(day, limits) !== day

/** Some days later or earlier, within the limits. */
export const moveDay = (day: string, by: number, limits: DayLimits): string => withinDays(addDays(day, by), limits)

/** The same day of another month, or its last one, within the limits. */
export function turnMonth(day: string, by: number, limits: DayLimits): string {
  const { first, last } = monthOf(moveMonth(day.slice(0, 7), by, limits.max.slice(0, 7)))
  const same = `${first.slice(0, 8)}${day.slice(8)}`
  return withinDays(same > last ? last : same, limits)
}

/** All days of the month a day lies in. */
export function daysOfMonth(day: string): string[] {
  const { first, last } = monthOf(day)
  return Array.from({ length: Number(last.slice(8)) }, (_, index) => addDays(first, index))
}
