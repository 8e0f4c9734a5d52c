import { isValid } from 'date-fns/isValid'
import { lightFormat } from 'date-fns/lightFormat'

/** The local calendar day of a moment in epoch milliseconds, YYYY-MM-DD; '' where there is none. */
export const dayOf = (value: unknown): string => localText(value, 'yyyy-MM-dd')

/** Its clock, HH:mm. */
export const clockOf = (value: unknown): string => localText(value, 'HH:mm')

/** The moment of a local day and clock, epoch milliseconds. */
export const momentOf = (day: string, clock: string): number => new Date(`${day}T${clock}`).getTime()

/** A clock as it may be typed, with any sign between its numbers, or none; null for what is none. */
export function readClock(text: string): string | null {
  const [, hours, minutes] = /^(\d{1,2})\D?(\d{2})$/.exec(text.trim()) ?? []
  if (!hours || !minutes || Number(hours) > 23 || Number(minutes) > 59) return null
  return `${hours.padStart(2, '0')}:${minutes}`
}

function localText(value: unknown, pattern: string): string {
  if (value === '' || value === null || value === undefined) return ''
  const local = new Date(Number(value))
  return isValid(local) ? lightFormat(local, pattern) : ''
}
