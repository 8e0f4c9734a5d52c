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
 * Calendar days in a time zone, on both sides and whatever zone the browser or the server is in: a day is 23, 24 or 25 hours long where clocks
 * change. Times are epoch ms, days are texts YYYY-MM-DD, months YYYY-MM. A zone the browser does not know falls back to its own.
 */
export class Zone {
  readonly name: string
  /**
   * The offsets found so far, ms, by quarter of an hour: clocks change at full quarters only, and lists, rollups and axes ask for times by the hundred.
   * tzOffset formats a date each time it is asked, which takes some 1.5 µs.
   */
  private readonly offsets = new Map<number, number>()
  private readonly years = new Map<number, boolean>()

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

  /** Today HH:mm:ss, this year MM-DD HH:mm:ss, else with the year (design §4); of an hour that comes twice with what the clocks are ahead of UTC. */
  short(at: number, now: number): string {
    const [day, today] = [this.day(at), this.day(now)]
    if (day.slice(0, 4) !== today.slice(0, 4)) return this.full(at)
    const text = day === today ? this.clock(at) : `${day.slice(5)} ${this.clock(at)}`
    return this.comesTwice(at) ? `${text} ${aheadText(this.offset(at))}` : text
  }

  /** Whether the zone's clocks show the same once more, an hour later or earlier. */
  private comesTwice(at: number): boolean {
    const own = this.offset(at)
    return [-SHIFT, SHIFT].some((step) => {
      const other = this.offset(at + step)
      const back = step > 0 ? own - other : other - own
      return back > 0 && this.offset(at + own - other) === other
    })
  }

  /**
   * YYYY-MM-DD HH:mm:ss; where the zone's clocks change in that year with what they are ahead of UTC, since an hour of it comes twice: 2026-11-01
   * 01:30:00 -04:00. `read` reads it.
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

  /** The head of a column of times: with the name of the zone where its clocks change. */
  head(title: string, now = Date.now()): string {
    return this.changes(now) ? `${title} (${this.name})` : title
  }

  /** How many hours begin within a calendar day: 24, or 23 or 25 where the clocks change. */
  hoursIn(day: string): number {
    const [start, end] = [day, addDays(day, 1)].map((one) => Math.ceil(this.startOf(one) / HOUR))
    return (end ?? 0) - (start ?? 0)
  }

  /** The hour of the day on the zone's clocks, 0 to 23. */
  hour(at: number): number {
    return this.local(at).getUTCHours()
  }

  /** The first moment of a calendar day. Where the clocks skip midnight it is the moment they skip to; where midnight comes twice, the first one. */
  startOf(day: string): number {
    const { exact, offsets, wanted } = this.showing(day, 0)
    if (exact !== null) return exact
    let at = wanted - Math.max(...offsets)
    while (this.day(at) < day) at += QUARTER
    return at
  }

  /** The moment at which the zone's clocks show HH:mm of a day: the first of two, and as far behind what they skip as the clock says. */
  moment(day: string, clock: string): number {
    const [hours = 0, minutes = 0] = clock.split(':').map(Number)
    const { exact, offsets, wanted } = this.showing(day, (hours * 60 + minutes) * 60_000)
    return exact ?? wanted - Math.min(...offsets)
  }

  /**
   * The moment that a person or a spreadsheet writes, as 2026-3-1, 2026/03/01 08:00 or 2026-03-01T08:00:05.250Z: by the zone's clocks, where the text
   * names no zone itself. Null where it is none.
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

  /** The first moment that shows a time of day, null where the clocks skip it. */
  private showing(day: string, time: number): { exact: number | null; offsets: readonly number[]; wanted: number } {
    const wanted = dateOf(day).getTime() + time
    // No zone is further than 15 hours from UTC, and its clocks change at most once around a midnight.
    const offsets = [this.offset(wanted - AROUND), this.offset(wanted + AROUND)]
    const exact = offsets.map((offset) => wanted - offset).filter((at) => at + this.offset(at) === wanted)
    return { exact: exact.length > 0 ? Math.min(...exact) : null, offsets, wanted }
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

/**
 * A day of a person's or a spreadsheet's, with or without a clock; a clock may say how far it is ahead of UTC. Days that begin with the day or the
 * month are read by nobody: 03-04 is two days.
 */
const WRITTEN =
  /^(\d{4})[-/.年](\d{1,2})[-/.月](\d{1,2})日?(?:[T ]+(\d{1,2}):(\d{2})(?::(\d{2})(?:[.,](\d{1,3})\d*)?)?\s*(Z|[+-]\d{2}:?\d{2})?)?$/i

/** +08:00, -0330 or Z in ms; null for what no clock is. */
function offsetOf(text: string): number | null {
  if (text.toUpperCase() === 'Z') return 0
  const [hours, minutes] = [Number(text.slice(1, 3)), Number(text.slice(-2))]
  return hours > 15 || minutes > 59 ? null : (text.startsWith('-') ? -1 : 1) * (hours * 60 + minutes) * 60_000
}

/** -04:00 of ms. */
function aheadText(offset: number): string {
  const minutes = Math.abs(Math.round(offset / MINUTE))
  const [hours, rest] = [Math.floor(minutes / 60), minutes % 60].map((part) => String(part).padStart(2, '0'))
  return `${offset < 0 ? '-' : '+'}${hours}:${rest}`
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

/** The day of the week of a day, 1 Monday to 7 Sunday. */
export const weekdayOf = (day: string): number => getISODay(dateOf(day))

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

/** Lengths of time in ms. DAY is 24 hours: the day of a calendar is shorter or longer where clocks change, and is asked of its zone. */
export const MINUTE = 60_000
export const HOUR = 60 * MINUTE
export const DAY = 24 * HOUR
/** Days of the longest month, and how long it can be: an hour more where its clocks go back. */
export const MONTH_DAYS = 31
export const LONGEST_MONTH = MONTH_DAYS * DAY + HOUR
/** The last moment of the year 9999, epoch ms: no later one has a day of four digits. */
export const LATEST = 253_402_300_799_999

const QUARTER = 15 * MINUTE
/** Longer than any zone sets its clocks back. */
const SHIFT = 3 * HOUR
const AROUND = 26 * HOUR
/** 208 days of quarters; more are begun anew. */
const OFFSETS_KEPT = 20_000

function known(name: string): string {
  try {
    return new Intl.DateTimeFormat('en', { timeZone: name }).resolvedOptions().timeZone
  } catch {
    return new Intl.DateTimeFormat().resolvedOptions().timeZone
  }
}
