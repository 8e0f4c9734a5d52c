import { integer, readRecords, readText, readTime, type DeviceState } from '../../../dataProvider/normalise.ts'
import { ageWords } from '../../live/display.ts'

/** An active alarm. */
interface AlarmLine {
  /** 1 urgent to 4 early warning; null if its rule has none. */
  level: number | null
  /** Its limit and how long ago it fired: "PM2.5 > 75 µg/m³ · 12 min". */
  words: string
}

/**
 * Returns the active alarms of a device: the worst level first, within a level the oldest. Empty if the platform does
 * not report them.
 */
export function alarmLines(
  { alarms }: Pick<DeviceState, 'alarms'>,
  now: number,
  translate: (key: string, options?: Record<string, unknown>) => string,
): AlarmLine[] {
  if (alarms === null) return []
  return readRecords(JSON.parse(alarms))
    .map((alarm) => ({
      level: integer(alarm['level']),
      // The age counts from firing, as in the inbox; an older platform reports only when the limit was broken.
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
