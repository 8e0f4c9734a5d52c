import { platformNow } from '../../../dataProvider/clock.ts'
import type { Zone } from '../../../resources/kit/zone.ts'

/** Numbers with thousands commas and a true minus sign; text that is no number stays as it is. */
export function formatNumber(value: unknown): string {
  const number = Number(value)
  if (!Number.isFinite(number)) return String(value)
  return numbers.format(number).replace('-', '−')
}

/** Made once: making one costs more than a hundred uses of it. */
const numbers = new Intl.NumberFormat('en-US', { maximumFractionDigits: 10 })

/** A moment as short as it may be (Zone.short); what is none stays as it is. */
export function formatTime(value: unknown, zone: Zone, now = platformNow()): string {
  const moment = momentOf(value)
  return moment === null ? String(value) : zone.short(moment, now)
}

/** Always with its date, for tooltips. */
export function formatFullTime(value: unknown, zone: Zone): string {
  const moment = momentOf(value)
  return moment === null ? String(value) : zone.full(moment)
}

/** Epoch milliseconds; seconds are told apart by their length. */
function momentOf(value: unknown): number | null {
  const time = Number(value)
  if (!Number.isFinite(time) || time <= 0) return null
  const moment = time < 100_000_000_000 ? time * 1000 : time
  return moment <= LAST ? moment : null
}

/** The last moment that a date holds. */
const LAST = 8.64e15
