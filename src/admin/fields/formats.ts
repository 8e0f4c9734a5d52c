import { isSameDay } from 'date-fns/isSameDay'
import { isSameYear } from 'date-fns/isSameYear'
import { isValid } from 'date-fns/isValid'
import { lightFormat } from 'date-fns/lightFormat'

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
  if (isSameDay(moment, now)) return lightFormat(moment, 'HH:mm:ss')
  return lightFormat(moment, isSameYear(moment, now) ? 'MM-dd HH:mm:ss' : FULL)
}

/** Always with its date, for tooltips. */
export function formatFullTime(value: unknown): string {
  const moment = toDate(value)
  if (!moment) return String(value)
  return lightFormat(moment, FULL)
}

function toDate(value: unknown): Date | null {
  const time = Number(value)
  if (!Number.isFinite(time) || time <= 0) return null
  const moment = new Date(time < 100_000_000_000 ? time * 1000 : time)
  return isValid(moment) ? moment : null
}

const FULL = 'yyyy-MM-dd HH:mm:ss'
