import type { Like } from '../types.ts'
import type { knocks as zhCN } from '../zhCN/knocks.ts'

/** HJ 212 stations that are not let in. */
export const knocks: Like<typeof zhCN> = {
  none: '沒有被拒絕的測站',
  about: '這些測站連到了 HJ 212 連接埠，但因 MN 未登記、密碼不符或訊息無法辨識被拒絕。',
  reason: {
    unknown: 'MN 未登記',
    password: '密碼不符',
    key: '金鑰不符',
    crc: '檢查碼錯誤',
    crcSwapped: '檢查碼高低位元組顛倒',
    crcModbus: '用了 CRC-16/MODBUS',
    crcModbusSwapped: '用了 CRC-16/MODBUS，低位元組在前',
    segment: '資料段無法辨識',
    tail: '資料區之後還有欄位',
    length: '長度不符',
    garbage: '不是 HJ 212 資料訊框',
    half: '分包不完整',
  },
  times: '%{count} 次，最近 %{last}',
  factors: '因子',
  make: '建立裝置',
  forget: '移除',
  name: '裝置名稱',
  area: '所屬區域',
  model: '產品型號',
  fits: '%{count} 個因子相符',
  exists: '已有裝置「%{name}」使用此 MN，請在其 HJ 212 頁設定密碼',
  made: '裝置已建立',
  needed: '請填寫名稱、區域、型號和密碼',
}
