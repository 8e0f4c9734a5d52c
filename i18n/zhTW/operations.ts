import type { Like } from '../types.ts'
import type { operations as base } from '../zhCN/operations.ts'

export const operations: Like<typeof base> = {
  title: '操作日誌',
  search: '搜尋使用者、類型或記錄',
  noMatch: '沒有符合條件的操作記錄。',
  emptyHint: '登入、修改和下達指令後，記錄會顯示在這裡。',
  time: '操作時間',
  user: '操作人',
  type: '操作類型',
  kind: '對象',
  record: '記錄',
  types: {
    create: '新增',
    edit: '修改',
    delete: '刪除',
    login: '登入',
    password: '變更密碼',
    credential: '產生憑證',
    revoke: '撤銷憑證',
    command: '下達指令',
    confirmed: '指令已確認',
    unconfirmed: '指令未確認',
    release: '釋放編號',
    telemetry: '人工回報',
    import: '匯入歷史資料',
  },
  changes: '變更內容',
  noChanges: '此操作沒有欄位變更',
  field: '欄位',
  before: '原值',
  after: '新值',
}
