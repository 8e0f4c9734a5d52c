import { integer, readRecords, readText, readTime, type DeviceState } from '../../../dataProvider/normalise.ts'
import { ageWords } from '../../live/display.ts'

/** An alarm that lasts. */
interface AlarmLine {
  /** 1 urgent to 4 early warning; null where its rule has none. */
  level: number | null
  /** Its limit and how long ago it fired: "PM2.5 > 75 µg/m³ · 12 min". */
  words: string
}

/** The alarms of a device that last: the worst level first, of one level the oldest. Empty where the platform says nothing of them. */
export function alarmLines(
  { alarms }: Pick<DeviceState, 'alarms'>,
  now: number,
  translate: (key: string, options?: Record<string, unknown>) => string,
): AlarmLine[] {
  if (alarms === null) return []
  return readRecords(JSON.parse(alarms))
    .map((alarm) => ({
      level: integer(alarm['level']),
      // As the inbox counts its age; an older platform says only when the limit was broken.
      fired: readTime(alarm['fired']) ?? readTime(alarm['since']),
      limit: readText(alarm['limit']),
    }))
    .filter(({ limit }) => limit !== '')
    .toSorted((a, b) => compare(a.level ?? Infinity, b.level ?? Infinity) || compare(a.fired ?? now, b.fired ?? now))
    .map(({ level, fired, limit }) => ({
      level,
      words: fired === null ? limit : `${limit} · ${ageWords(fired, now, translate)}`,
    }))
}

const compare = (a: number, b: number): number => Number(a > b) - Number(a < b)
