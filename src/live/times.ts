const pad = (part: number): string => String(part).padStart(2, '0')
const clock = (date: Date): string => `${pad(date.getHours())}:${pad(date.getMinutes())}:${pad(date.getSeconds())}`
const monthDay = (date: Date): string => `${pad(date.getMonth() + 1)}-${pad(date.getDate())}`

/** Today HH:mm:ss, this year MM-DD HH:mm:ss, else with the year (design §4). Epoch ms in, the browser's time zone out. */
export function timeText(at: number, now: number): string {
  const [date, today] = [new Date(at), new Date(now)]
  if (date.toDateString() === today.toDateString()) return clock(date)
  return date.getFullYear() === today.getFullYear() ? `${monthDay(date)} ${clock(date)}` : fullTimeText(at)
}

/** The same without seconds, for "last data 13:45". */
export const minuteText = (at: number, now: number): string => timeText(at, now).slice(0, -3)

/** YYYY-MM-DD HH:mm:ss, for tooltips. */
export function fullTimeText(at: number): string {
  const date = new Date(at)
  return `${date.getFullYear()}-${monthDay(date)} ${clock(date)}`
}

/** An age as message key and number: just now, minutes, hours, days. */
export function age(at: number, now: number): { unit: 'now' | 'minutes' | 'hours' | 'days'; count: number } {
  const minutes = Math.floor(Math.max(0, now - at) / 60_000)
  if (minutes < 1) return { unit: 'now', count: 0 }
  if (minutes < 60) return { unit: 'minutes', count: minutes }
  if (minutes < 24 * 60) return { unit: 'hours', count: Math.floor(minutes / 60) }
  return { unit: 'days', count: Math.floor(minutes / (24 * 60)) }
}
