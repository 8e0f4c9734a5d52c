import type { Like } from '../types.ts'
import type { deviceNotes as zhCN } from '../zhCN/deviceNotes.ts'

/** Notes about unusual states on the page of a device, its history and the sheet of labels. */
export const deviceNotes: Like<typeof zhCN> = {
  loopback:
    'Phones cannot open these codes: %{host} is an address of this computer only. Open the console by its network address or name first.',
  noPushes: 'No interface pushes its values',
  alarmsUnread: 'Alarms could not be read: days with one are not marked',
  marksUnread: 'Alarms or rules could not be read: they are not drawn',
}
