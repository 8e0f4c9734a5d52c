import type { Like } from '../types.ts'
import type { ui as base } from '../zhCN/ui.ts'

export const ui: Like<typeof base> = {
  clear: 'Clear: %{name}',
  loading: 'Loading…',
  nothing: 'No match',
  noChoice: 'Nothing to choose from',
  openChoices: 'Open choices',
  choicesFailed: 'The choices could not be loaded: %{reason}',
  previousYear: 'Previous year',
  nextYear: 'Next year',
  previousMonth: 'Previous month',
  nextMonth: 'Next month',
  calendar: 'Open the calendar: %{name}',
  dayBetween: 'Choose a day from %{min} to %{max}',
  dayUpTo: 'Choose a day up to %{max}',
  monthUpTo: 'Choose a month up to %{max}',
}
