import type { Like } from '../types.ts'
import type { moment as base } from '../zhCN/moment.ts'

export const moment: Like<typeof base> = {
  label: 'Past moment',
  alarms: '%{smart_count} alarm lasted then |||| %{smart_count} alarms lasted then',
  part: 'only the last one to fire is marked |||| only the last %{smart_count} to fire are marked',
  alarmsWait: 'Reading the alarms of then',
  alarmsUnread: 'The alarms of then could not be read',
  noAlarms: 'Alarms of then unknown',
  values: 'values are the last trusted ones of the hour before',
  valuesUnread: 'Some values could not be read',
  noValues: 'the platform does not tell values of then',
  unknown: 'online, disabled and maintenance unknown',
  bell: '%{smart_count} alarm lasted at %{time}; the list it opens is of now |||| %{smart_count} alarms lasted at %{time}; the list it opens is of now',
  bellNow: 'This count is of now; the alarms at %{time} are unknown',
}
