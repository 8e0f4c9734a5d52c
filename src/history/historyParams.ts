import { addDays, monthOf, weekOf, type Zone } from '../../resources/kit/zone.ts'
import type { Range } from '../chart/model.ts'
import { isOutside, readDay, withinDays, type DayLimits } from '../kit/days/days.ts'
import { readZoom, writeZoom } from './zoomParam.ts'

export const HISTORY_PERIODS = ['day', 'week', 'month', 'range'] as const
export type HistoryPeriod = (typeof HISTORY_PERIODS)[number]

/** State of the history page, as its address has it. */
export interface HistoryParams {
  area: number | null
  devices: readonly number[]
  period: HistoryPeriod
  /** The day, or a day of the week or month, YYYY-MM-DD; for a free range its first day. */
  day: string
  /** The last day of a free range. */
  until: string
  /** The visible part of the answer; null: all of it. */
  zoom: Range | null
  /** The node to show first, for example that of an alarm. */
  node: number | null
}

/** Longest free range, days (spec 1 §5). */
export const MAX_RANGE_DAYS = 30
/** Maximum number of devices per query: each is a chart. */
export const MAX_DEVICES = 12
/** Number of panels that are open at first; the others are loaded when they are opened. */
export const OPEN_AT_FIRST = 2

export function readHistoryParams(search: URLSearchParams, today: string): HistoryParams {
  const day = dayOf(search.get('day')) ?? today
  const until = dayOf(search.get('until')) ?? day
  const period = HISTORY_PERIODS.find((known) => known === search.get('period')) ?? 'day'
  return {
    area: idOf(search.get('area')),
    devices: [...new Set((search.get('devices') ?? '').split(',').flatMap((id) => idOf(id) ?? []))].slice(
      0,
      MAX_DEVICES,
    ),
    period,
    day,
    until,
    zoom: readZoom(search),
    node: idOf(search.get('node')),
  }
}

/** `today`: the present day is left out of the address, so that the page advances when the next day begins. */
export function writeHistoryParams(
  {
    area,
    devices,
    period,
    day,
    until,
    zoom = null,
    node = null,
  }: Omit<HistoryParams, 'zoom' | 'node'> & Partial<Pick<HistoryParams, 'zoom' | 'node'>>,
  today: string | null = null,
): URLSearchParams {
  const search = new URLSearchParams()
  if (area !== null) search.set('area', String(area))
  if (devices.length > 0) search.set('devices', devices.join(','))
  if (period !== 'day') search.set('period', period)
  if (day !== today || period === 'range') search.set('day', day)
  if (period === 'range') search.set('until', until)
  writeZoom(search, zoom)
  if (node !== null) search.set('node', String(node))
  return search
}

/**
 * Returns which days may be chosen: none in the future and, as the last day of a free range, none before its first day
 * or more than MAX_RANGE_DAYS after it.
 */
export function selectableDays(
  { day }: Pick<HistoryParams, 'day'>,
  today: string,
): { day: DayLimits; until: DayLimits } {
  return {
    day: { max: today },
    until: day > today ? { max: today } : { min: day, max: withinDays(addDays(day, MAX_RANGE_DAYS), { max: today }) },
  }
}

/** Returns whether the chosen span may be requested. The current month is requested up to today. */
export function isInRange(
  { period, day, until }: Pick<HistoryParams, 'period' | 'day' | 'until'>,
  today: string,
): boolean {
  if (period === 'month') return day.slice(0, 7) <= today.slice(0, 7)
  const limits = selectableDays({ day }, today)
  return !isOutside(day, limits.day) && (period !== 'range' || !isOutside(until, limits.until))
}

/** Returns the days of a choice; weeks run from Monday to Sunday. Days in the future are left out. */
export function selectedDays(
  { period, day, until }: Pick<HistoryParams, 'period' | 'day' | 'until'>,
  today: string,
): { first: string; last: string } {
  const { first, last } =
    period === 'week'
      ? weekOf(day)
      : period === 'month'
        ? monthOf(day)
        : { first: day, last: period === 'range' ? until : day }
  return { first: first > today ? today : first, last: last > today ? today : last }
}

/** As selectedDays, as moments in the platform's time zone. */
export function rangeOf(params: Pick<HistoryParams, 'period' | 'day' | 'until'>, zone: Zone, today: string): Range {
  const { first, last } = selectedDays(params, today)
  return zone.rangeOf(first, last)
}

const idOf = (text: string | null): number | null =>
  text !== null && /^[1-9]\d{0,14}$/.test(text) ? Number(text) : null

/** Returns a valid calendar day; null for any other text. */
const dayOf = (text: string | null): string | null => (text !== null && readDay(text) === text ? text : null)
