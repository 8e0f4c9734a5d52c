import type { Like } from '../types.ts'
import type { lawMeans as base } from '../zhCN/lawMeans.ts'

export const lawMeans: Like<typeof base> = {
  month: '%{name}, mean of the month (GB 3095)',
  year: '%{name}, mean of the year (GB 3095)',
  within: 'within the limit of the year, %{limit}',
  above: 'above the limit of the year, %{limit}',
  few: 'insufficient, %{count} of %{needed} days',
  fewMonths: 'insufficient, %{months} of 12 months',
  hour: 'Highest hour of each day, grey band lowest to highest; raw values at 7 days or less',
  hourOrMean:
    'Highest hour of each day, grey band lowest to highest; above 304 ppb (about 800 µg/m³) the hourly standard no longer applies, and the day is judged by its 24-hour mean',
}
