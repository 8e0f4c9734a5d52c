/** Clocks of a zone, in the form of the protocol: YYYYMMDDhhmmss, and zzz behind it in QN. */
export interface Clock {
  /** Epoch ms of a time of 14 digits (or 17, or 8 for a day); null where it is none. */
  read(text: string): number | null
  /** 14 digits of a moment. */
  write(ts: number): string
  /** 17 digits: what names a request. Never the same twice. */
  qn(ts?: number): string
}

const HOUR = 3_600_000

/** The clock of an IANA zone. Offsets are kept by the hour: asking for one costs a hundred times what adding it does. */
export function clockOf(timeZone: string): Clock {
  const format = new Intl.DateTimeFormat('en-US', {
    timeZone,
    hourCycle: 'h23',
    calendar: 'gregory',
    numberingSystem: 'latn',
    year: 'numeric',
    month: 'numeric',
    day: 'numeric',
    hour: 'numeric',
    minute: 'numeric',
    second: 'numeric',
  })
  const known = new Map<number, number>()
  const offsetAt = (ts: number): number => {
    const hour = Math.floor(ts / HOUR)
    let offset = known.get(hour)
    if (offset === undefined) {
      const parts: Record<string, number> = {}
      for (const { type, value } of format.formatToParts(hour * HOUR))
        if (type !== 'literal') parts[type] = Number(value)
      offset =
        Date.UTC(parts.year ?? 0, (parts.month ?? 1) - 1, parts.day, parts.hour, parts.minute, parts.second) -
        hour * HOUR
      if (known.size > 5000) known.clear()
      known.set(hour, offset)
    }
    return offset
  }
  const write = (ts: number): string => new Date(ts + offsetAt(ts)).toISOString().replaceAll(/\D/g, '').slice(0, 14)
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
      // 31 February is no day; 24:00 is the next one's 00:00.
      if (new Date(Date.UTC(year, month - 1, day)).getUTCDate() !== day) return null
      const first = local - offsetAt(local)
      return local - offsetAt(first)
    },
    write,
    qn(ts = Date.now()) {
      last = Math.max(ts, last + 1)
      return `${write(last)}${String(last % 1000).padStart(3, '0')}`
    },
  }
}
