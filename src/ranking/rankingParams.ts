import { GROUPINGS, type Grouping } from '../../dataProvider/calls/placeDays.ts'
import { MEDIA, type StationMedium } from '../../dataProvider/calls/environment.ts'
import { addDays, monthOf, weekOf } from '../../resources/kit/zone.ts'
import { lengthOf, type DaySpan } from '../../standards/daySums.ts'
import { AIR_SCHEMES, type AirScheme } from '../../standards/index.ts'
import { readDay } from '../kit/days/days.ts'

export const RANK_PERIODS = ['week', 'month', 'year', 'range'] as const
export type RankPeriod = (typeof RANK_PERIODS)[number]

const SORTS = ['rank', 'index', 'wanted', 'coverage', 'name'] as const
export type Sort = (typeof SORTS)[number]

/** State of the page, as its address has it. */
export interface RankingParams {
  by: Grouping
  medium: StationMedium
  /** The area with its subareas; null: all. */
  area: number | null
  period: RankPeriod
  /** A day of the week, month or year, YYYY-MM-DD; for a free range its first day. */
  day: string
  /** The last day of a free range. */
  until: string
  /** The scheme by which air is judged; null: that of most rows. Indices of different schemes are not comparable. */
  scheme: AirScheme | null
  sort: Sort
  /** Descending order. */
  falling: boolean
}

/** Maximum number of days per request: a leap year. */
export const MAX_DAYS = 366

export function readRankingParams(search: URLSearchParams, yesterday: string): RankingParams {
  const day = readDay(search.get('day') ?? '') ?? yesterday
  return {
    by: GROUPINGS.find((known) => known === search.get('by')) ?? 'area',
    medium: MEDIA.find((known) => known === search.get('medium')) ?? 'air',
    area: /^[1-9]\d{0,14}$/.test(search.get('area') ?? '') ? Number(search.get('area')) : null,
    period: RANK_PERIODS.find((known) => known === search.get('period')) ?? 'month',
    day,
    until: readDay(search.get('until') ?? '') ?? yesterday,
    scheme: AIR_SCHEMES.find((known) => known === search.get('scheme')) ?? null,
    sort: SORTS.find((known) => known === search.get('sort')) ?? 'rank',
    falling: search.get('order') === 'desc',
  }
}

export function writeRankingParams(params: RankingParams, yesterday: string): URLSearchParams {
  const { by, medium, area, period, day, until, scheme, sort, falling } = params
  const search = new URLSearchParams()
  if (by !== 'area') search.set('by', by)
  if (medium !== 'air') search.set('medium', medium)
  if (area !== null) search.set('area', String(area))
  if (period !== 'month') search.set('period', period)
  if (day !== yesterday) search.set('day', day)
  if (period === 'range' && until !== yesterday) search.set('until', until)
  if (scheme !== null) search.set('scheme', scheme)
  if (sort !== 'rank') search.set('sort', sort)
  if (falling) search.set('order', 'desc')
  return search
}

/**
 * Returns the days of a choice, up to yesterday, since today is not over; null if there are none, or more than may be
 * requested.
 */
export function daysOf(
  { period, day, until }: Pick<RankingParams, 'period' | 'day' | 'until'>,
  yesterday: string,
): DaySpan | null {
  const { first, last } = wholeOf(period, day, until)
  const end = last < yesterday ? last : yesterday
  return first > end || (period === 'range' && (last > yesterday || addDays(first, MAX_DAYS - 1) < last))
    ? null
    : { first, last: end }
}

/**
 * Returns the previous period: the preceding week, month or year, or the same number of days right before a free range.
 */
export function daysBefore({ period, day }: Pick<RankingParams, 'period' | 'day'>, days: DaySpan): DaySpan {
  if (period === 'range') return { first: addDays(days.first, -lengthOf(days)), last: addDays(days.first, -1) }
  const before = addDays(wholeOf(period, day, day).first, -1)
  return wholeOf(period, before, before)
}

function wholeOf(period: RankPeriod, day: string, until: string): DaySpan {
  if (period === 'week') return weekOf(day)
  if (period === 'month') return monthOf(day)
  if (period === 'year') return { first: `${day.slice(0, 4)}-01-01`, last: `${day.slice(0, 4)}-12-31` }
  return { first: day, last: until }
}
