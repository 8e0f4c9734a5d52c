import type { Like } from '../types.ts'
import type { lawMeans as base } from '../zhCN/lawMeans.ts'

export const lawMeans: Like<typeof base> = {
  month: '%{name}, mean of the month (GB 3095)',
  year: '%{name}, mean of the year (GB 3095)',
  within: 'within the limit of the year, %{limit}',
  above: 'above the limit of the year, %{limit}',
  few: 'insufficient, %{count} of %{needed} days',
  fewMonths: 'insufficient, %{months} of 12 months',
  hour: 'Greatest hour of a day within least and greatest; raw values from 7 days down',
  hourOrMean:
    'Greatest hour of a day within least and greatest; where it is above 304 ppb (about 800 µg/m³) the standard of an hour ends, and the day is judged by its mean of 24 hours',
}
