import type { Like } from '../types.ts'
import type { display as base } from '../zhCN/display.ts'

export const display: Like<typeof base> = {
  makeTop: '置頂',
  isTop: '已置頂',
  madeTop: '已置頂 %{name}',
  design: '編輯畫面',
  designNamed: '編輯畫面：%{name}',
  opens: '在新分頁開啟',
  noRights: '需要同時擁有權限類型 2、3、4',
  noEditor: '未設定畫面編輯器的網址（HMI_URL），請聯絡管理員',
  noCover: '尚無封面',
  vip: 'VIP',
}
