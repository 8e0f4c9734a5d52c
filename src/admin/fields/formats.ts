/** Numbers with thousands commas and a true minus sign; text that is no number stays as it is. */
export function formatNumber(value: unknown): string {
  const number = Number(value)
  if (!Number.isFinite(number)) return String(value)
  return numbers.format(number).replace('-', '−')
}

/** Made once: making one costs more than a hundred uses of it. */
const numbers = new Intl.NumberFormat('en-US', { maximumFractionDigits: 10 })

/** Today as HH:mm:ss, this year as MM-DD HH:mm:ss, else with the year (design, "Time"); seconds and milliseconds are told apart by length. */
export function formatTime(value: unknown, now = new Date()): string {
  const moment = toDate(value)
  if (!moment) return String(value)
  const clock = [moment.getHours(), moment.getMinutes(), moment.getSeconds()].map(two).join(':')
  const day = `${two(moment.getMonth() + 1)}-${two(moment.getDate())}`
  if (moment.toDateString() === now.toDateString()) return clock
  return moment.getFullYear() === now.getFullYear() ? `${day} ${clock}` : `${moment.getFullYear()}-${day} ${clock}`
}

/** Always with its date, for tooltips. */
export function formatFullTime(value: unknown): string {
  const moment = toDate(value)
  if (!moment) return String(value)
  return `${moment.getFullYear()}-${two(moment.getMonth() + 1)}-${two(moment.getDate())} ${[moment.getHours(), moment.getMinutes(), moment.getSeconds()].map(two).join(':')}`
}

function toDate(value: unknown): Date | null {
  const time = Number(value)
  if (!Number.isFinite(time) || time <= 0) return null
  const moment = new Date(time < 100_000_000_000 ? time * 1000 : time)
  return Number.isNaN(moment.getTime()) ? null : moment
}

const two = (value: number): string => String(value).padStart(2, '0')
