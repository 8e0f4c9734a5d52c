import type { Like } from '../types.ts'
import type { maintenance as base } from '../zhCN/maintenance.ts'

export const maintenance: Like<typeof base> = {
  kind: { once: 'Once', daily: 'Daily', weekly: 'Weekly', monthly: 'Monthly', other: 'Another rule' },
  monthDay: 'Day of the month',
  day: 'on day %{day}',
  lastDay: 'on the last day',
  until: 'Until',
  untilDay: 'until %{day}',
  next: 'Next: %{times}',
  over: 'It will not open again',
  underUntil: 'Under maintenance until %{time}',
  planned: 'Planned maintenance: %{from}–%{to}',
  band: 'Maintenance: %{name}',
  bandOff: 'Maintenance: %{name} (values do not count)',
}
