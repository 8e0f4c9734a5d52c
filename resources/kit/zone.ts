import { tzOffset } from '@date-fns/tz/tzOffset'
import { UTCDateMini } from '@date-fns/utc/date/mini'
import { addDays as addDaysTo } from 'date-fns/addDays'
import { addMonths as addMonthsTo } from 'date-fns/addMonths'
import { endOfISOWeek } from 'date-fns/endOfISOWeek'
import { getISODay } from 'date-fns/getISODay'
import { isValid } from 'date-fns/isValid'
import { lastDayOfMonth } from 'date-fns/lastDayOfMonth'
import { lightFormat } from 'date-fns/lightFormat'
import { startOfISOWeek } from 'date-fns/startOfISOWeek'
import { startOfMonth } from 'date-fns/startOfMonth'

/**
 * Calendar days in a time zone, for server and console, independent of the machine's own zone: a day is 23, 24 or 25
 * hours long when clocks change. Times are epoch ms, days are texts YYYY-MM-DD, months YYYY-MM. A zone that the browser
 * does not know falls back to the browser's own.
 */
export class Zone {
  readonly name: string
  /**
   * Cache of offsets, ms, by quarter of an hour: clocks change only at full quarters, and lists, rollups and axes
   * format times by the hundred. tzOffset formats a date on each call, which takes about 1.5 µs.
   */
  private readonly offsets = new Map<number, number>()
  private readonly years = new Map<number, boolean>()

  constructor(name: string) {
    this.name = known(name)
  }

  /** Returns the calendar day of a moment. */
  day(at: number): string {
    return this.text(at).slice(0, 10)
  }

  /** Formats a moment as HH:mm or HH:mm:ss. */
  clock(at: number, seconds = true): string {
    return this.text(at).slice(11, seconds ? 19 : 16)
  }

  /**
   * Formats a moment of today as HH:mm:ss, of this year as MM-DD HH:mm:ss, else with the year (design §4). In an hour
   * that occurs twice the UTC offset is added.
   */
  short(at: number, now: number): string {
    const [day, today] = [this.day(at), this.day(now)]
    if (day.slice(0, 4) !== today.slice(0, 4)) return this.full(at)
    const text = day === today ? this.clock(at) : `${day.slice(5)} ${this.clock(at)}`
    return this.comesTwice(at) ? `${text} ${aheadText(this.offset(at))}` : text
  }

  /** Whether the zone's clocks show the same time once more, earlier or later. */
  private comesTwice(at: number): boolean {
    const own = this.offset(at)
    return [-SHIFT, SHIFT].some((step) => {
      const other = this.offset(at + step)
      const back = step > 0 ? own - other : other - own
      return back > 0 && this.offset(at + own - other) === other
    })
  }

  /**
   * Formats a moment as YYYY-MM-DD HH:mm:ss. If the zone's clocks change in that year, the UTC offset is added, since
   * one hour occurs twice: 2026-11-01 01:30:00 -04:00. `read` parses this format.
   */
  full(at: number): string {
    const text = this.text(at).slice(0, 19).replace('T', ' ')
    return this.changes(at) ? `${text} ${aheadText(this.offset(at))}` : text
  }

  /** Whether the zone's clocks change in the year of a moment. */
  changes(at: number): boolean {
    const year = this.local(at).getUTCFullYear()
    const known = this.years.get(year)
    if (known !== undefined) return known
    const [first, steps] = [Date.UTC(year, 0, 1), Array.from({ length: 37 }, (_, step) => step * 10 * DAY)]
    const found = steps.some((step) => this.offset(first + step) !== this.offset(first))
    this.years.set(year, found)
    return found
  }

  /** Returns the heading of a column of times: with the name of the zone if its clocks change in the year of `now`. */
  head(title: string, now = Date.now()): string {
    return this.changes(now) ? `${title} (${this.name})` : title
  }

  /** Returns how many hours begin within a calendar day: 24, or 23 or 25 when the clocks change. */
  hoursIn(day: string): number {
    const [start, end] = [day, addDays(day, 1)].map((one) => Math.ceil(this.startOf(one) / HOUR))
    return (end ?? 0) - (start ?? 0)
  }

  /** Returns the hour of the day on the zone's clocks, 0 to 23. */
  hour(at: number): number {
    return this.local(at).getUTCHours()
  }

  /**
   * Returns the first moment of a calendar day. If the clocks skip midnight, this is the moment they skip to; if
   * midnight occurs twice, the first one.
   */
  startOf(day: string): number {
    const { exact, offsets, wanted } = this.showing(day, 0)
    if (exact !== null) return exact
    let at = wanted - Math.max(...offsets)
    while (this.day(at) < day) at += QUARTER
    return at
  }

  /**
   * Returns the moment at which the zone's clocks show HH:mm on a day: the first of two; a time that the clocks skip is
   * moved later by the length of the gap.
   */
  moment(day: string, clock: string): number {
    const [hours = 0, minutes = 0] = clock.split(':').map(Number)
    const { exact, offsets, wanted } = this.showing(day, (hours * 60 + minutes) * 60_000)
    return exact ?? wanted - Math.min(...offsets)
  }

  /**
   * Parses a moment as users and spreadsheets write it, such as 2026-3-1, 2026/03/01 08:00 or 2026-03-01T08:00:05.250Z:
   * by the zone's clocks, unless the text names an offset itself. Null if it is not a moment.
   */
  read(text: string): number | null {
    const found = WRITTEN.exec(text.trim())
    if (!found) return null
    const [, year = '', month = '', date = '', hour = '0', minute = '0', second = '0', fraction = '', ahead] = found
    const day = `${year}-${month.padStart(2, '0')}-${date.padStart(2, '0')}`
    if (!isDay(day) || Number(hour) >= 24 || Number(minute) >= 60 || Number(second) >= 60) return null
    const within = Number(second) * 1000 + Number(fraction.padEnd(3, '0'))
    if (ahead === undefined) return this.moment(day, `${hour}:${minute}`) + within
    const offset = offsetOf(ahead)
    return offset === null
      ? null
      : dateOf(day).getTime() + (Number(hour) * 60 + Number(minute)) * 60_000 + within - offset
  }

  /** Finds the first moment that shows a time of day; `exact` is null if the clocks skip it. */
  private showing(day: string, time: number): { exact: number | null; offsets: readonly number[]; wanted: number } {
    const wanted = dateOf(day).getTime() + time
    // No zone is more than 15 hours from UTC, and its clocks change at most once around a midnight.
    const offsets = [this.offset(wanted - AROUND), this.offset(wanted + AROUND)]
    const exact = offsets.map((offset) => wanted - offset).filter((at) => at + this.offset(at) === wanted)
    return { exact: exact.length > 0 ? Math.min(...exact) : null, offsets, wanted }
  }

  /** Returns a range of days, from the first to the last millisecond. */
  rangeOf(first: string, last = first): { from: number; to: number } {
    return { from: this.startOf(first), to: this.startOf(addDays(last, 1)) - 1 }
  }

  /** Returns a Date whose local fields are those of the zone, which uPlot needs. */
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

  /** Returns a Date whose UTC fields are those of the zone's clocks. */
  private local(at: number): Date {
    return new Date(at + this.offset(at))
  }

  /**
   * Returns the same as ISO text: this takes a sixth of the time date-fns takes to format, and lists and axes format
   * times by the hundred.
   */
  private text(at: number): string {
    return this.local(at).toISOString()
  }

  /**
   * Returns the zone's offset from UTC at a moment, ms, positive east of UTC.
   *
   * @throws RangeError if `at` is not a valid time
   */
  offset(at: number): number {
    const quarter = Math.floor(at / QUARTER)
    const known = this.offsets.get(quarter)
    if (known !== undefined) return known
    const minutes = tzOffset(this.name, new Date(quarter * QUARTER))
    if (Number.isNaN(minutes)) throw new RangeError('no moment')
    // Offsets before 1900 have seconds.
    const offset = Math.round(minutes * 60) * 1000
    if (this.offsets.size >= OFFSETS_KEPT) this.offsets.clear()
    this.offsets.set(quarter, offset)
    return offset
  }
}

/**
 * A day as users and spreadsheets write it, with or without a time; the time may have a UTC offset. Formats that begin
 * with the day or the month are not accepted: 03-04 is ambiguous.
 */
const WRITTEN =
  /^(\d{4})[-/.年](\d{1,2})[-/.月](\d{1,2})日?(?:[T ]+(\d{1,2}):(\d{2})(?::(\d{2})(?:[.,](\d{1,3})\d*)?)?\s*(Z|[+-]\d{2}:?\d{2})?)?$/i

/** Reads +08:00, -0330 or Z into ms; null if it is not a valid offset. */
function offsetOf(text: string): number | null {
  if (text.toUpperCase() === 'Z') return 0
  const [hours, minutes] = [Number(text.slice(1, 3)), Number(text.slice(-2))]
  return hours > 15 || minutes > 59 ? null : (text.startsWith('-') ? -1 : 1) * (hours * 60 + minutes) * 60_000
}

/** Formats an offset in ms as -04:00. */
function aheadText(offset: number): string {
  const minutes = Math.abs(Math.round(offset / MINUTE))
  const [hours, rest] = [Math.floor(minutes / 60), minutes % 60].map((part) => String(part).padStart(2, '0'))
  return `${offset < 0 ? '-' : '+'}${hours}:${rest}`
}

/** Returns the zone of a name; each is created once and keeps its cache of offsets. */
export function zoneOf(name: string): Zone {
  const made = zones.get(name) ?? new Zone(name)
  zones.set(name, made)
  return made
}

const zones = new Map<string, Zone>()

/**
 * Returns a day or a month as a Date for date-fns, at midnight UTC: in UTC every calendar day occurs once, whatever
 * zone the machine is in.
 */
export const dateOf = (day: string): Date => new UTCDateMini(day)

/**
 * Returns the day, YYYY-MM-DD, that a Date shows: the UTC day for one created by `dateOf`, the day by the machine's
 * clock for any other.
 */
export const dayOf = (date: Date): string => lightFormat(date, 'yyyy-MM-dd')

/** Whether a text is a day of the calendar, YYYY-MM-DD: 2026-02-30 is not. */
export const isDay = (text: string): boolean =>
  /^\d{4}-\d{2}-\d{2}$/.test(text) && isValid(dateOf(text)) && dayOf(dateOf(text)) === text

/** Returns the day some days later or, with a negative number, earlier. */
export const addDays = (day: string, days: number): string => dayOf(addDaysTo(dateOf(day), days))

/** Returns the month, YYYY-MM, some months later or, with a negative number, earlier. */
export const addMonths = (month: string, months: number): string =>
  dayOf(addMonthsTo(dateOf(month), months)).slice(0, 7)

/** Returns the day of the week, 1 Monday to 7 Sunday. */
export const weekdayOf = (day: string): number => getISODay(dateOf(day))

/** Returns Monday and Sunday of the week that contains a day. */
export function weekOf(day: string): { first: string; last: string } {
  const date = dateOf(day)
  return { first: dayOf(startOfISOWeek(date)), last: dayOf(endOfISOWeek(date)) }
}

/** Returns the first and last day of the month that contains a day or is given as YYYY-MM. */
export function monthOf(day: string): { first: string; last: string } {
  const date = dateOf(day)
  return { first: dayOf(startOfMonth(date)), last: dayOf(lastDayOfMonth(date)) }
}

/**
 * Durations in ms. DAY is 24 hours: a calendar day is shorter or longer when clocks change; its length depends on the
 * zone.
 */
export const MINUTE = 60_000
export const HOUR = 60 * MINUTE
export const DAY = 24 * HOUR
/** Days of the longest month, and its longest duration: one hour more when its clocks go back. */
export const MONTH_DAYS = 31
export const LONGEST_MONTH = MONTH_DAYS * DAY + HOUR
/** The last moment of the year 9999, epoch ms: later ones have no four-digit year. */
export const LATEST = 253_402_300_799_999

const QUARTER = 15 * MINUTE
/** Longer than any zone's clock change. */
const SHIFT = 3 * HOUR
const AROUND = 26 * HOUR
/** 208 days of quarters; a full cache is cleared. */
const OFFSETS_KEPT = 20_000

function known(name: string): string {
  try {
    return new Intl.DateTimeFormat('en', { timeZone: name }).resolvedOptions().timeZone
  } catch {
    return new Intl.DateTimeFormat().resolvedOptions().timeZone
  }
}
