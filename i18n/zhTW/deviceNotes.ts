import type { Like } from '../types.ts'
import type { deviceNotes as zhCN } from '../zhCN/deviceNotes.ts'

/** Notes about unusual states on the page of a device, its history and the sheet of labels. */
export const deviceNotes: Like<typeof zhCN> = {
  loopback: '手機打不開這裡的 QR 碼：%{host} 是本機位址，只有這台電腦能開啟。請先以區域網路位址或網域名稱開啟主控台。',
  noPushes: '沒有介面推送它的資料',
  alarmsUnread: '未能讀到警報，警報日沒有標出',
  marksUnread: '未能讀到警報或規則，圖上沒有標出',
}
