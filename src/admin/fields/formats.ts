import { platformNow } from '../../../dataProvider/clock.ts'
import type { Zone } from '../../../resources/kit/zone.ts'

/** Formats a number with thousands separators and a true minus sign; text that is not a number stays as it is. */
export function formatNumber(value: unknown): string {
  const number = Number(value)
  if (!Number.isFinite(number)) return String(value)
  return numbers.format(number).replace('-', '−')
}

/** Created once: creating a formatter costs more than using it a hundred times. */
const numbers = new Intl.NumberFormat('en-US', { maximumFractionDigits: 10 })

/** Formats a moment as short as possible (Zone.short); a value that is not a moment stays as it is. */
export function formatTime(value: unknown, zone: Zone, now = platformNow()): string {
  const moment = momentOf(value)
  return moment === null ? String(value) : zone.short(moment, now)
}

/** Formats a moment always with its date, for tooltips. */
export function formatFullTime(value: unknown, zone: Zone): string {
  const moment = momentOf(value)
  return moment === null ? String(value) : zone.full(moment)
}

/** Reads epoch milliseconds or seconds, distinguished by their magnitude; null where the value is neither. */
function momentOf(value: unknown): number | null {
  const time = Number(value)
  if (!Number.isFinite(time) || time <= 0) return null
  const moment = time < 100_000_000_000 ? time * 1000 : time
  return moment <= LAST ? moment : null
}

/** Latest moment that a Date can hold. */
const LAST = 8.64e15
