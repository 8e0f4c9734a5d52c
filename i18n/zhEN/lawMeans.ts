import type { Like } from '../types.ts'
import type { lawMeans as base } from '../zhCN/lawMeans.ts'

export const lawMeans: Like<typeof base> = {
  month: '%{name}, mean of the month (GB 3095)',
  year: '%{name}, mean of the year (GB 3095)',
  within: 'within the limit of the year, %{limit}',
  above: 'above the limit of the year, %{limit}',
  few: 'insufficient, %{count} of %{needed} days',
  fewMonths: 'insufficient, %{months} of 12 months',
  hourOrMean: 'Greatest hour of a day; one above 304 ppb is judged by the mean of 24 hours',
}
