import { DAY, MINUTE, zoneOf } from '../zone.ts'

/** When a rule watches: on some days of the week, between two times of the day of the platform's zone. */
export interface Schedule {
  /** 1 Monday to 7 Sunday; all days without it. The day on which a span over midnight began counts. */
  days?: readonly number[]
  /** Minutes since midnight; the span reaches over midnight where `to` is not after `from`. */
  from: number
  to: number
}

/** A moment on a zone's clocks: the minute of the day, and the day of the week, 1 Monday to 7 Sunday. */
interface Clock {
  readonly zone: string
  /** Epoch ms. */
  readonly at: number
  readonly minute: number
  readonly day: number
}

/** What was asked last: the values of a device are of one moment, and each rule over them asks for it. */
let asked: Clock = { zone: '', at: Number.NaN, minute: 0, day: 1 }

function clockOf(zone: string, at: number): Clock {
  if (at === asked.at && zone === asked.zone) return asked
  const local = at + zoneOf(zone).offset(at)
  const days = Math.floor(local / DAY)
  // 1970-01-01 was a Thursday.
  asked = { zone, at, minute: Math.floor((local - days * DAY) / MINUTE), day: ((((days + 3) % 7) + 7) % 7) + 1 }
  return asked
}

/** Whether a minute of the day lies between two others, the first one included, over midnight too; all day where they are equal. */
export const between = (minute: number, from: number, to: number): boolean =>
  from < to ? minute >= from && minute < to : minute >= from || minute < to

/** Whether a rule watches at a moment. */
export function watches(schedule: Schedule | null | undefined, zone: string | undefined, at: number): boolean {
  if (!schedule) return true
  const { minute, day } = clockOf(zone ?? 'UTC', at)
  const { days, from, to } = schedule
  if (!between(minute, from, to)) return false
  if (!days || days.length === 0) return true
  const begun = to <= from && minute < to ? ((day + 5) % 7) + 1 : day
  return days.includes(begun)
}

/** Whether the limits of the night are in force. */
export const isNight = (
  night: { from: number; to: number } | null | undefined,
  zone: string | undefined,
  at: number,
): boolean => night !== null && night !== undefined && between(clockOf(zone ?? 'UTC', at).minute, night.from, night.to)

/** Minutes since midnight of HH:mm; null where it is no time of the day. */
export function minuteOf(text: unknown): number | null {
  const [, hour, minute] = /^([01]\d|2[0-3]):([0-5]\d)$/.exec(typeof text === 'string' ? text : '') ?? []
  return hour === undefined ? null : Number(hour) * 60 + Number(minute)
}

/** HH:mm of minutes since midnight. */
export const timeText = (minute: number): string =>
  `${String(Math.floor(minute / 60)).padStart(2, '0')}:${String(minute % 60).padStart(2, '0')}`
