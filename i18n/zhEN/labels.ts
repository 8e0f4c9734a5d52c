import type { Like } from '../types.ts'
import type { labels as zhCN } from '../zhCN/labels.ts'

/** Codes of devices, on the sheet of labels and on a device's page. */
export const labels: Like<typeof zhCN> = {
  loopback:
    'Phones cannot open these codes: %{host} is an address of this computer alone. Open the console by its network address or name first.',
}
