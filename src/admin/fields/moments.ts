/** The local calendar day of a moment in epoch milliseconds, YYYY-MM-DD; '' where there is none. */
export const dayOf = (value: unknown): string => localOf(value).slice(0, 10)

/** Its clock, HH:mm. */
export const clockOf = (value: unknown): string => localOf(value).slice(11, 16)

/** The moment of a local day and clock, epoch milliseconds. */
export const momentOf = (day: string, clock: string): number => new Date(`${day}T${clock}`).getTime()

/** A clock as it may be typed, with any sign between its numbers, or none; null for what is none. */
export function readClock(text: string): string | null {
  const [, hours, minutes] = /^(\d{1,2})\D?(\d{2})$/.exec(text.trim()) ?? []
  if (!hours || !minutes || Number(hours) > 23 || Number(minutes) > 59) return null
  return `${hours.padStart(2, '0')}:${minutes}`
}

function localOf(value: unknown): string {
  const time = Number(value)
  if (value === '' || value === null || value === undefined || !Number.isFinite(time)) return ''
  const local = new Date(time - new Date(time).getTimezoneOffset() * 60_000)
  return Number.isNaN(local.getTime()) ? '' : local.toISOString().slice(0, 16)
}
