import { tzOffset } from '@date-fns/tz/tzOffset'

/**
 * Calendar days in a time zone, on both sides and whatever zone the browser or the server is in: a day is 23, 24 or 25 hours long where clocks change. Times are epoch ms,
 * days are texts YYYY-MM-DD, months YYYY-MM. A zone the browser does not know falls back to its own.
 */
export class Zone {
  readonly name: string
  /**
   * The offsets found so far, ms, by quarter of an hour: clocks change at full quarters only, and lists, rollups and axes ask for times by the hundred.
   * tzOffset formats a date each time it is asked, which takes some 1.5 µs.
   */
  private readonly offsets = new Map<number, number>()

  constructor(name: string) {
    this.name = known(name)
  }

  /** The calendar day of a moment. */
  day(at: number): string {
    const { year, month, day } = this.parts(at)
    return `${year}-${month}-${day}`
  }

  /** HH:mm or HH:mm:ss. */
  clock(at: number, seconds = true): string {
    const { hour, minute, second } = this.parts(at)
    return seconds ? `${hour}:${minute}:${second}` : `${hour}:${minute}`
  }

  /** YYYY-MM-DD HH:mm:ss. */
  full(at: number): string {
    return `${this.day(at)} ${this.clock(at)}`
  }

  /** The hour of the day on the zone's clocks, 0 to 23. */
  hour(at: number): number {
    return new Date(at + this.offset(at)).getUTCHours()
  }

  /** The first moment of a calendar day. Where the clocks skip midnight it is the moment they skip to; where midnight comes twice, the first one. */
  startOf(day: string): number {
    const wanted = Date.parse(`${day}T00:00:00Z`)
    // No zone is further than 15 hours from UTC, and its clocks change at most once around a midnight.
    const offsets = [this.offset(wanted - AROUND), this.offset(wanted + AROUND)]
    const exact = offsets.map((offset) => wanted - offset).filter((at) => at + this.offset(at) === wanted)
    if (exact.length > 0) return Math.min(...exact)
    let at = wanted - Math.max(...offsets)
    while (this.day(at) < day) at += QUARTER
    return at
  }

  /** A day as a range, from its first to its last millisecond. */
  rangeOf(first: string, last = first): { from: number; to: number } {
    return { from: this.startOf(first), to: this.startOf(addDays(last, 1)) - 1 }
  }

  /** What uPlot asks for: a Date whose local fields are those of the zone. */
  fields(at: number): Date {
    const { year, month, day, hour, minute, second } = this.parts(at)
    return new Date(
      Number(year),
      Number(month) - 1,
      Number(day),
      Number(hour),
      Number(minute),
      Number(second),
      ((at % 1000) + 1000) % 1000,
    )
  }

  /** What the zone's clocks are ahead of UTC at a moment, ms. Throws a RangeError where that is no moment. */
  offset(at: number): number {
    const quarter = Math.floor(at / QUARTER)
    const known = this.offsets.get(quarter)
    if (known !== undefined) return known
    const minutes = tzOffset(this.name, new Date(quarter * QUARTER))
    if (Number.isNaN(minutes)) throw new RangeError('no moment')
    // Offsets of before 1900 have seconds.
    const offset = Math.round(minutes * 60) * 1000
    if (this.offsets.size >= OFFSETS_KEPT) this.offsets.clear()
    this.offsets.set(quarter, offset)
    return offset
  }

  private parts(at: number): Record<'year' | 'month' | 'day' | 'hour' | 'minute' | 'second', string> {
    const local = new Date(at + this.offset(at))
    return {
      year: String(local.getUTCFullYear()),
      month: two(local.getUTCMonth() + 1),
      day: two(local.getUTCDate()),
      hour: two(local.getUTCHours()),
      minute: two(local.getUTCMinutes()),
      second: two(local.getUTCSeconds()),
    }
  }
}

/** The zone of a name; each is made once, with the offsets it has found. */
export function zoneOf(name: string): Zone {
  const made = zones.get(name) ?? new Zone(name)
  zones.set(name, made)
  return made
}

const zones = new Map<string, Zone>()

/** A day some days later or, with a negative number, earlier. */
export const addDays = (day: string, days: number): string =>
  new Date(Date.parse(`${day}T00:00:00Z`) + days * 86_400_000).toISOString().slice(0, 10)

/** Monday to Sunday of the week a day lies in. */
export function weekOf(day: string): { first: string; last: string } {
  const first = addDays(day, -((new Date(`${day}T00:00:00Z`).getUTCDay() + 6) % 7))
  return { first, last: addDays(first, 6) }
}

/** First and last day of the month a day or a YYYY-MM lies in. */
export function monthOf(day: string): { first: string; last: string } {
  const [year = 1970, month = 1] = day.split('-').map(Number)
  return { first: `${day.slice(0, 7)}-01`, last: new Date(Date.UTC(year, month, 0)).toISOString().slice(0, 10) }
}

const two = (part: number): string => (part < 10 ? `0${part}` : `${part}`)

const QUARTER = 15 * 60_000
const AROUND = 26 * 3_600_000
/** 208 days of quarters; more are begun anew. */
const OFFSETS_KEPT = 20_000

function known(name: string): string {
  try {
    return new Intl.DateTimeFormat('en', { timeZone: name }).resolvedOptions().timeZone
  } catch {
    return new Intl.DateTimeFormat().resolvedOptions().timeZone
  }
}
