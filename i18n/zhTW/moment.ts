import type { Like } from '../types.ts'
import type { moment as base } from '../zhCN/moment.ts'

export const moment: Like<typeof base> = {
  label: '歷史時刻',
  alarms: '當時持續的警報 %{smart_count} 筆',
  part: '僅標出最近觸發的 %{smart_count} 筆',
  alarmsWait: '正在讀取當時的警報',
  alarmsUnread: '當時的警報未能讀取',
  noAlarms: '當時的警報未知',
  values: '測值為此前一小時內最後一次可信的',
  valuesUnread: '部分測值未能讀取',
  noValues: '平台不提供當時的測值',
  unknown: '當時是否線上、停用、維護未知',
  bell: '%{time} 持續的警報 %{smart_count} 筆',
  bellNow: '此數為現在的，%{time} 的警報未知',
  bellUnknown: '%{time} 的警報未知',
}
