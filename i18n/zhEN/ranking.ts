import type { Like } from '../types.ts'
import type { ranking as base } from '../zhCN/ranking.ts'

export const ranking: Like<typeof base> = {
  title: 'Rankings',
  by: { area: 'By area', station: 'By station' },
  byLabel: 'What is ranked',
  medium: 'Medium',
  scheme: 'Standard',
  year: 'Year',
  yearPeriod: 'Year',
  firstDay: 'First day',
  span: '%{first} to %{last}, %{count} day |||| %{first} to %{last}, %{count} days',
  lacking: 'This platform does not judge areas by day',
  none: 'Nothing to rank in this period',
  noneHint: 'Choose another period, medium or area.',
  noDay: 'This period has no whole day yet',
  noDayHint: 'Whole days are ranked; today does not count.',
  outside: 'The days must be within %{days} days, and not after yesterday',
  rank: 'Rank',
  change: 'Change',
  before: 'Rank %{rank} in the period before',
  beforeNone: 'Not ranked in the period before',
  up: 'up by %{count}',
  down: 'down by %{count}',
  same: 'unchanged',
  place: { area: 'Area', station: 'Station' },
  index: 'Mean index',
  without: 'Missing pollutants',
  wanted: { air: 'Good days', noise: 'Days within limits', water: 'Days of class I to III' },
  classes: 'Days by class',
  primary: { air: 'Primary pollutant', noise: 'Above the limit', water: 'Deciding parameter' },
  days: '%{name} %{count} day |||| %{name} %{count} days',
  coverage: 'Coverage',
  coverageOf: {
    area: 'Share of stations that count, mean of the days',
    station: 'Share of hours that count, mean of the days',
  },
  few: 'Too few data, not ranked: %{count} of %{needed} days',
  judged: 'Valid days',
  needed: 'Days needed',
  how: {
    air: 'Ranked by the mean of the daily indices, 1 is the best; those with too few valid days stand last, without a rank. This is not the composite index of cities by HJ 663.',
    noise:
      'Ranked by the share of days within the limits of day and night, 1 is the best; an area is as its worst station. Those with too few valid days stand last, without a rank.',
    water:
      'Ranked by the share of days of class I to III, 1 is the best; an area is as its worst station. Those with too few valid days stand last, without a rank.',
  },
}
