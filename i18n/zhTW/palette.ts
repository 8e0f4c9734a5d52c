import type { Like } from '../types.ts'
import type { palette as base } from '../zhCN/palette.ts'

export const palette: Like<typeof base> = {
  title: '快速尋找',
  placeholder: '名稱、拼音或首字母',
  loading: '正在準備…',
  nothing: '沒有符合「%{query}」的內容',
  found: '%{smart_count} 項結果',
  failed: '部分名稱無法載入，結果可能不完整',
  choose: '選擇',
  go: '開啟',
  newTab: '新分頁',
  permitted: '僅顯示有權限的結果',
  dark: '切換為深色主題',
  light: '切換為淺色主題',
  language: '切換語言：%{name}',
  project: '專案',
  sections: {
    recent: '最近開啟',
    device: '裝置',
    area: '區域與專案',
    gateway: '閘道',
    user: '使用者',
    page: '頁面',
    action: '操作',
  },
}
