import type { Zone } from '../../resources/kit/zone.ts'

/** Removes the seconds from a written time; a UTC offset may follow them. */
export const withoutSeconds = (text: string): string => text.replace(/(\d\d:\d\d):\d\d/, '$1')

/** As Zone.short, without seconds, for "last data 13:45". */
export const shortMinute = (at: number, now: number, zone: Zone): string => withoutSeconds(zone.short(at, now))

/** Returns an age as message key and count: just now, minutes, hours, days. */
export function age(at: number, now: number): { unit: 'now' | 'minutes' | 'hours' | 'days'; count: number } {
  const minutes = Math.floor(Math.max(0, now - at) / 60_000)
  if (minutes < 1) return { unit: 'now', count: 0 }
  if (minutes < 60) return { unit: 'minutes', count: minutes }
  if (minutes < 24 * 60) return { unit: 'hours', count: Math.floor(minutes / 60) }
  return { unit: 'days', count: Math.floor(minutes / (24 * 60)) }
}
