import { tzOffset } from '@date-fns/tz/tzOffset'
import { UTCDateMini } from '@date-fns/utc/date/mini'
import { addDays as addDaysTo } from 'date-fns/addDays'
import { addMonths as addMonthsTo } from 'date-fns/addMonths'
import { endOfISOWeek } from 'date-fns/endOfISOWeek'
import { isValid } from 'date-fns/isValid'
import { lastDayOfMonth } from 'date-fns/lastDayOfMonth'
import { lightFormat } from 'date-fns/lightFormat'
import { startOfISOWeek } from 'date-fns/startOfISOWeek'
import { startOfMonth } from 'date-fns/startOfMonth'

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
    return this.text(at).slice(0, 10)
  }

  /** HH:mm or HH:mm:ss. */
  clock(at: number, seconds = true): string {
    return this.text(at).slice(11, seconds ? 19 : 16)
  }

  /** YYYY-MM-DD HH:mm:ss. */
  full(at: number): string {
    return this.text(at).slice(0, 19).replace('T', ' ')
  }

  /** The hour of the day on the zone's clocks, 0 to 23. */
  hour(at: number): number {
    return this.local(at).getUTCHours()
  }

  /** The first moment of a calendar day. Where the clocks skip midnight it is the moment they skip to; where midnight comes twice, the first one. */
  startOf(day: string): number {
    const wanted = dateOf(day).getTime()
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
    const local = this.local(at)
    return new Date(
      local.getUTCFullYear(),
      local.getUTCMonth(),
      local.getUTCDate(),
      local.getUTCHours(),
      local.getUTCMinutes(),
      local.getUTCSeconds(),
      local.getUTCMilliseconds(),
    )
  }

  /** A date whose UTC fields are those of the zone's clocks. */
  private local(at: number): Date {
    return new Date(at + this.offset(at))
  }

  /** The same as ISO text: it takes a sixth of what date-fns takes to format, and lists and axes write times by the hundred. */
  private text(at: number): string {
    return this.local(at).toISOString()
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
}

/** The zone of a name; each is made once, with the offsets it has found. */
export function zoneOf(name: string): Zone {
  const made = zones.get(name) ?? new Zone(name)
  zones.set(name, made)
  return made
}

const zones = new Map<string, Zone>()

/** A day or a month as a date of date-fns, at midnight UTC: there every day of the calendar is once, whatever zone this runs in. */
export const dateOf = (day: string): Date => new UTCDateMini(day)

/** The day, YYYY-MM-DD, that a date shows: one made by `dateOf` its own, any other one that of the machine's clocks. */
export const dayOf = (date: Date): string => lightFormat(date, 'yyyy-MM-dd')

/** Whether a text is a day of the calendar, YYYY-MM-DD: 2026-02-30 is none. */
export const isDay = (text: string): boolean =>
  /^\d{4}-\d{2}-\d{2}$/.test(text) && isValid(dateOf(text)) && dayOf(dateOf(text)) === text

/** A day some days later or, with a negative number, earlier. */
export const addDays = (day: string, days: number): string => dayOf(addDaysTo(dateOf(day), days))

/** A month, YYYY-MM, some months later or, with a negative number, earlier. */
export const addMonths = (month: string, months: number): string =>
  dayOf(addMonthsTo(dateOf(month), months)).slice(0, 7)

/** Monday to Sunday of the week a day lies in. */
export function weekOf(day: string): { first: string; last: string } {
  const date = dateOf(day)
  return { first: dayOf(startOfISOWeek(date)), last: dayOf(endOfISOWeek(date)) }
}

/** First and last day of the month a day or a YYYY-MM lies in. */
export function monthOf(day: string): { first: string; last: string } {
  const date = dateOf(day)
  return { first: dayOf(startOfMonth(date)), last: dayOf(lastDayOfMonth(date)) }
}

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
