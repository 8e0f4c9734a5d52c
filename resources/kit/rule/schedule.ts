import { DAY, MINUTE, zoneOf } from '../zone.ts'

/** When a rule watches: on certain days of the week, between two times of the day in the platform's time zone. */
export interface Schedule {
  /** 1 Monday to 7 Sunday; all days if absent. A span over midnight belongs to the day on which it begins. */
  days?: readonly number[]
  /** Minutes since midnight; the span extends over midnight if `to` is not after `from`. */
  from: number
  to: number
}

/** Local time of a moment in a time zone: the minute of the day, and the day of the week, 1 Monday to 7 Sunday. */
interface Clock {
  readonly zone: string
  /** Epoch ms. */
  readonly at: number
  readonly minute: number
  readonly day: number
}

/**
 * Cache of the last result: the values of a device are of one moment, and each rule over them asks for its local time.
 */
let asked: Clock = { zone: '', at: Number.NaN, minute: 0, day: 1 }

function clockOf(zone: string, at: number): Clock {
  if (at === asked.at && zone === asked.zone) return asked
  const local = at + zoneOf(zone).offset(at)
  const days = Math.floor(local / DAY)
  // 1970-01-01 was a Thursday.
  asked = { zone, at, minute: Math.floor((local - days * DAY) / MINUTE), day: ((((days + 3) % 7) + 7) % 7) + 1 }
  return asked
}

/**
 * Whether a minute of the day lies between two others, the first included, also over midnight; true for all minutes if
 * the two are equal.
 */
export const between = (minute: number, from: number, to: number): boolean =>
  from < to ? minute >= from && minute < to : minute >= from || minute < to

/** Whether a rule watches at a moment. */
export function isWatching(schedule: Schedule | null | undefined, zone: string | undefined, at: number): boolean {
  if (!schedule) return true
  const { minute, day } = clockOf(zone ?? 'UTC', at)
  const { days, from, to } = schedule
  if (!between(minute, from, to)) return false
  if (!days || days.length === 0) return true
  const begun = to <= from && minute < to ? ((day + 5) % 7) + 1 : day
  return days.includes(begun)
}

/** Whether the limits of the night are in force at a moment. */
export const isNight = (
  night: { from: number; to: number } | null | undefined,
  zone: string | undefined,
  at: number,
): boolean => night !== null && night !== undefined && between(clockOf(zone ?? 'UTC', at).minute, night.from, night.to)

/** Reads HH:mm into minutes since midnight; null if it is not a time of the day. */
export function minuteOf(text: unknown): number | null {
  const [, hour, minute] = /^([01]\d|2[0-3]):([0-5]\d)$/.exec(typeof text === 'string' ? text : '') ?? []
  return hour === undefined ? null : Number(hour) * 60 + Number(minute)
}

/** Formats minutes since midnight as HH:mm. */
export const timeText = (minute: number): string =>
  `${String(Math.floor(minute / 60)).padStart(2, '0')}:${String(minute % 60).padStart(2, '0')}`
