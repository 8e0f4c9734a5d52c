import type { Like } from '../types.ts'
import type { labels as zhCN } from '../zhCN/labels.ts'

/** Codes of devices, on the sheet of labels and on a device's page. */
export const labels: Like<typeof zhCN> = {
  loopback: '手機打不開這裡的 QR 碼：%{host} 是本機位址，只有這台電腦能開啟。請先以區域網路位址或網域名稱開啟主控台。',
}
