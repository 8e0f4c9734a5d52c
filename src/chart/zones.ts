/**
 * Calendar days in the platform's time zone, whatever zone the browser is in: a day is 23, 24 or 25 hours long where clocks change. Times are epoch ms,
 * days are texts YYYY-MM-DD, months YYYY-MM. A zone the browser does not know falls back to its own.
 */
export class Zone {
  readonly name: string
  private readonly format: Intl.DateTimeFormat

  constructor(name: string) {
    this.name = known(name)
    this.format = new Intl.DateTimeFormat('en-CA', { timeZone: this.name, hourCycle: 'h23', year: 'numeric', month: '2-digit', day: '2-digit', hour: '2-digit', minute: '2-digit', second: '2-digit' })
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

  /** The first moment of a calendar day. Where midnight does not exist, the first moment after it. */
  startOf(day: string): number {
    const wanted = Date.parse(`${day}T00:00:00Z`)
    // The offset at the guess may be another one than at the start itself: twice is enough, zones change by hours.
    let at = wanted - this.offset(wanted)
    at = wanted - this.offset(at)
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
    return new Date(Number(year), Number(month) - 1, Number(day), Number(hour), Number(minute), Number(second), ((at % 1000) + 1000) % 1000)
  }

  private offset(at: number): number {
    const { year, month, day, hour, minute, second } = this.parts(at)
    return Date.UTC(Number(year), Number(month) - 1, Number(day), Number(hour), Number(minute), Number(second)) - Math.floor(at / 1000) * 1000
  }

  private parts(at: number): Record<'year' | 'month' | 'day' | 'hour' | 'minute' | 'second', string> {
    const parts = { year: '', month: '', day: '', hour: '', minute: '', second: '' }
    for (const { type, value } of this.format.formatToParts(at)) if (type in parts) parts[type as keyof typeof parts] = value
    return parts
  }
}

/** A day some days later or, with a negative number, earlier. */
export const addDays = (day: string, days: number): string => new Date(Date.parse(`${day}T00:00:00Z`) + days * 86_400_000).toISOString().slice(0, 10)

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

const QUARTER = 15 * 60_000

function known(name: string): string {
  try {
    return new Intl.DateTimeFormat('en', { timeZone: name }).resolvedOptions().timeZone
  } catch {
    return new Intl.DateTimeFormat().resolvedOptions().timeZone
  }
}
