import type { Zone } from '../../resources/kit/zone.ts'

/** Today HH:mm:ss, this year MM-DD HH:mm:ss, else with the year (design §4), as the platform's clocks have it. Epoch ms in. */
export function shortTime(at: number, now: number, zone: Zone): string {
  const [day, today] = [zone.day(at), zone.day(now)]
  if (day === today) return zone.clock(at)
  return day.slice(0, 4) === today.slice(0, 4) ? `${day.slice(5)} ${zone.clock(at)}` : zone.full(at)
}

/** The same without seconds, for "last data 13:45". */
export const shortMinute = (at: number, now: number, zone: Zone): string => shortTime(at, now, zone).slice(0, -3)

/** An age as message key and number: just now, minutes, hours, days. */
export function age(at: number, now: number): { unit: 'now' | 'minutes' | 'hours' | 'days'; count: number } {
  const minutes = Math.floor(Math.max(0, now - at) / 60_000)
  if (minutes < 1) return { unit: 'now', count: 0 }
  if (minutes < 60) return { unit: 'minutes', count: minutes }
  if (minutes < 24 * 60) return { unit: 'hours', count: Math.floor(minutes / 60) }
  return { unit: 'days', count: Math.floor(minutes / (24 * 60)) }
}
