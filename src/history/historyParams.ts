import { addDays, monthOf, weekOf, type Zone } from '../../resources/kit/zone.ts'
import type { Range } from '../chart/model.ts'
import { isOutside, readDay, withinDays, type DayLimits } from '../kit/days/days.ts'
import { readZoom, writeZoom } from './zoomParam.ts'

export const HISTORY_PERIODS = ['day', 'week', 'month', 'range'] as const
export type HistoryPeriod = (typeof HISTORY_PERIODS)[number]

/** What the history page shows, as its address holds it. */
export interface HistoryParams {
  area: number | null
  devices: readonly number[]
  period: HistoryPeriod
  /** The day, or a day of the week or month, YYYY-MM-DD; of a free range its first day. */
  day: string
  /** The last day of a free range. */
  until: string
  /** The part of the answer that is looked at; null: all of it. */
  zoom: Range | null
  /** The node to show first, as the one of an alarm. */
  node: number | null
}

/** Longest free range, days (spec 1 §5). */
export const MAX_RANGE_DAYS = 30
/** More devices than this are not asked for at once: each is a chart. */
export const MAX_DEVICES = 12
/** How many answers stand open at first; the others are read when they are opened. */
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

/** `today`: the present day is left out, so that the page follows when the next one begins. */
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

/** Which days may be chosen: none of the future and, as the last of a free range, none before its first or more than MAX_RANGE_DAYS after it. */
export function selectableDays(
  { day }: Pick<HistoryParams, 'day'>,
  today: string,
): { day: DayLimits; until: DayLimits } {
  return {
    day: { max: today },
    until: day > today ? { max: today } : { min: day, max: withinDays(addDays(day, MAX_RANGE_DAYS), { max: today }) },
  }
}

/** Whether the span of a choice may be asked for. A month that is not over is asked for as far as it is. */
export function isInRange(
  { period, day, until }: Pick<HistoryParams, 'period' | 'day' | 'until'>,
  today: string,
): boolean {
  if (period === 'month') return day.slice(0, 7) <= today.slice(0, 7)
  const limits = selectableDays({ day }, today)
  return !isOutside(day, limits.day) && (period !== 'range' || !isOutside(until, limits.until))
}

/** The days a choice takes in; weeks are Monday to Sunday. Never one of the future. */
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

/** The same as moments, in the platform's time zone. */
export function rangeOf(params: Pick<HistoryParams, 'period' | 'day' | 'until'>, zone: Zone, today: string): Range {
  const { first, last } = selectedDays(params, today)
  return zone.rangeOf(first, last)
}

const idOf = (text: string | null): number | null =>
  text !== null && /^[1-9]\d{0,14}$/.test(text) ? Number(text) : null

/** A day of the calendar; null of anything else. */
const dayOf = (text: string | null): string | null => (text !== null && readDay(text) === text ? text : null)
