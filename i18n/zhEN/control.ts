import type { Like } from '../types.ts'
import type { control as base } from '../zhCN/control.ts'

export const control: Like<typeof base> = {
  turn: '%{to} "%{node}"?',
  on: 'Turn on',
  off: 'Turn off',
  confirm: '%{to}',
  device: 'Device',
  node: 'Node',
  change: 'Change',
  fromTo: '%{from} → %{to}',
  last: 'Last change',
  by: '%{time}, %{name}, %{change}',
  alarm: 'an alarm (linked control)',
  never: 'No command in the log',
  asked: 'Asked',
  askedBy: '%{time}, %{name}',
  outcome: 'Outcome',
  confirmed: 'Confirmed after %{after}',
  unconfirmed: 'Not confirmed',
  unconfirmedWith: 'Not confirmed; the device says %{value}',
  waiting: 'Waiting for the device',
  seconds: '%{count} s',
  minutes: '%{count} min',
}
