/** A month of the calendar; `month` is 1 to 12. */
export interface Month {
  year: number
  month: number
}

/** A span of time from its first moment to the first after it, epoch ms. */
export interface Range {
  start: number
  end: number
}

/** The first moment of the day that a moment lies in, in an IANA time zone. */
export function dayStart(ts: number, zone: string): number {
  const local = new Date(localTime(ts, zone))
  return midnight(local.getUTCFullYear(), local.getUTCMonth(), local.getUTCDate(), zone)
}

/** A calendar month in a time zone, daylight saving included: 31 days may be 743 or 745 hours. */
export const monthRange = ({ year, month }: Month, zone: string): Range => ({
  start: midnight(year, month - 1, 1, zone),
  end: midnight(year, month, 1, zone),
})

/** The month that a moment lies in. */
export function monthOf(ts: number, zone: string): Month {
  const local = new Date(localTime(ts, zone))
  return { year: local.getUTCFullYear(), month: local.getUTCMonth() + 1 }
}

/** The hour of the day on a zone's clocks, 0 to 23. */
export const hourOfDay = (ts: number, zone: string): number => new Date(localTime(ts, zone)).getUTCHours()

const HOUR = 3_600_000

/**
 * The first moment of a day. Where the clocks skip midnight it is the moment they skip to; where midnight comes twice, the first one.
 * `month` from 0; days and months that overflow count on.
 */
function midnight(year: number, month: number, day: number, zone: string): number {
  const wanted = Date.UTC(year, month, day)
  // No zone is further than 15 hours from UTC, and its clocks change at most once around a midnight.
  const offsets = [-26, 26].map((hours) => offsetAt(wanted + hours * HOUR, zone))
  const exact = offsets.map((offset) => wanted - offset).filter((ts) => localTime(ts, zone) === wanted)
  if (exact.length > 0) return Math.min(...exact)
  let before = wanted - Math.max(...offsets) - HOUR
  let after = wanted - Math.min(...offsets) + HOUR
  while (after - before > 1) {
    const middle = Math.floor((before + after) / 2)
    if (localTime(middle, zone) < wanted) before = middle
    else after = middle
  }
  return after
}

/** What a zone's clocks show, as the epoch ms at which clocks of UTC show the same. */
const localTime = (ts: number, zone: string): number => ts + offsetAt(ts, zone)

function offsetAt(ts: number, zone: string): number {
  const second = Math.floor(ts / 1000) * 1000
  const parts: Record<string, number> = {}
  for (const { type, value } of formatOf(zone).formatToParts(second))
    if (type !== 'literal') parts[type] = Number(value)
  const { year = 0, month = 1, day = 1, hour = 0, minute = 0, second: seconds = 0 } = parts
  return Date.UTC(year, month - 1, day, hour, minute, seconds) - second
}

const formats = new Map<string, Intl.DateTimeFormat>()

function formatOf(zone: string): Intl.DateTimeFormat {
  const known = formats.get(zone)
  if (known) return known
  const digits = {
    year: 'numeric',
    month: 'numeric',
    day: 'numeric',
    hour: 'numeric',
    minute: 'numeric',
    second: 'numeric',
  } as const
  const format = new Intl.DateTimeFormat('en-US', {
    ...digits,
    timeZone: zone,
    hourCycle: 'h23',
    calendar: 'gregory',
    numberingSystem: 'latn',
  })
  formats.set(zone, format)
  return format
}
