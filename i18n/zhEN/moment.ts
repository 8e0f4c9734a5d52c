import type { Like } from '../types.ts'
import type { moment as base } from '../zhCN/moment.ts'

export const moment: Like<typeof base> = {
  label: 'Past moment',
  alarms: '%{smart_count} alarm active then |||| %{smart_count} alarms active then',
  part: 'only the last one to fire is marked |||| only the last %{smart_count} to fire are marked',
  alarmsWait: 'Reading the past alarms',
  alarmsUnread: 'The past alarms could not be read',
  noAlarms: 'Past alarms unknown',
  values: 'values are the last trusted ones of the hour before',
  valuesUnread: 'Some values could not be read',
  noValues: 'the platform provides no past values',
  unknown: 'online, disabled and maintenance unknown',
  bell: '%{smart_count} alarm was active at %{time} |||| %{smart_count} alarms were active at %{time}',
  bellNow: 'This is the current count; the alarms at %{time} are unknown',
  bellUnknown: 'The alarms at %{time} are unknown',
}
