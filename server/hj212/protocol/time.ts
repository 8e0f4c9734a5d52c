import { zoneOf } from '../../../resources/kit/zone.ts'

/** Reads and writes times of a time zone in the protocol's form: YYYYMMDDhhmmss, with zzz behind it in QN. */
export interface Clock {
  /** Returns the epoch ms of a time of 14 digits (or 17, or 8 for a day); null for anything else. */
  read(text: string): number | null
  /** Returns a time as 14 digits. */
  write(ts: number): string
  /** Returns a request's identifier of 17 digits. Never returns the same one twice. */
  qn(ts?: number): string
}

/** Returns the clock of an IANA time zone. */
export function clockOf(timeZone: string): Clock {
  const zone = zoneOf(timeZone)
  const write = (ts: number): string => new Date(ts + zone.offset(ts)).toISOString().replaceAll(/\D/g, '').slice(0, 14)
  let last = 0
  return {
    read(text) {
      if (!/^(\d{8}|\d{14}|\d{17})$/.test(text)) return null
      const digits = text.padEnd(17, '0')
      const [year, month, day, hour, minute, second, ms] = [
        [0, 4],
        [4, 6],
        [6, 8],
        [8, 10],
        [10, 12],
        [12, 14],
        [14, 17],
      ].map(([from, to]) => Number(digits.slice(from, to))) as [number, number, number, number, number, number, number]
      if (
        year < 2000 ||
        year > 2200 ||
        month < 1 ||
        month > 12 ||
        day < 1 ||
        day > 31 ||
        hour > 24 ||
        minute > 59 ||
        second > 59
      )
        return null
      const local = Date.UTC(year, month - 1, day, hour, minute, second, ms)
      // 31 February is refused; 24:00 is 00:00 of the next day.
      if (new Date(Date.UTC(year, month - 1, day)).getUTCDate() !== day) return null
      const first = local - zone.offset(local)
      return local - zone.offset(first)
    },
    write,
    qn(ts = Date.now()) {
      last = Math.max(ts, last + 1)
      return `${write(last)}${String(last % 1000).padStart(3, '0')}`
    },
  }
}
