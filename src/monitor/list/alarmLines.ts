import { integer, readRecords, readText, readTime, type DeviceState } from '../../../dataProvider/normalise.ts'
import { ageWords } from '../../live/display.ts'

/**
 * The alarms of a device that last, each by its limit and how long it stands ("PM2.5 > 75 µg/m³ · 12 min"): the worst level first, of one level the oldest.
 * Empty where the platform says nothing of them.
 */
export function alarmLines(
  { alarms }: Pick<DeviceState, 'alarms'>,
  now: number,
  translate: (key: string, options?: Record<string, unknown>) => string,
): string[] {
  if (alarms === null) return []
  return readRecords(JSON.parse(alarms))
    .map((alarm) => ({
      level: integer(alarm['level']) ?? Infinity,
      since: readTime(alarm['since']),
      limit: readText(alarm['limit']),
    }))
    .filter(({ limit }) => limit !== '')
    .toSorted((a, b) => compare(a.level, b.level) || compare(a.since ?? now, b.since ?? now))
    .map(({ since, limit }) => (since === null ? limit : `${limit} · ${ageWords(since, now, translate)}`))
}

const compare = (a: number, b: number): number => Number(a > b) - Number(a < b)
