import type { Zone } from '../../../resources/kit/zone.ts'
import { shortMinute } from '../../live/times.ts'

/**
 * Returns the words for the hour of the classes at a past moment, "classes up to 17:00"; null where they are of the
 * moment itself, to the minute as the page writes it, or where either is unknown.
 *
 * @param at the end of the hour of the classes, ms since the epoch; null: unknown
 * @param moment ms since the epoch; null: the page shows the present
 */
export function classesUntil(
  at: number | null,
  moment: number | null,
  zone: Zone,
  translate: (key: string, options?: object) => string,
): string | null {
  if (at === null || moment === null || at > moment) return null
  const time = shortMinute(at, moment, zone)
  return time === shortMinute(moment, moment, zone) ? null : translate('map.time.classes', { time })
}
