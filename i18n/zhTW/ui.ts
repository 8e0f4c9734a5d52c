import type { Like } from '../types.ts'
import type { ui as base } from '../zhCN/ui.ts'

export const ui: Like<typeof base> = {
  clear: '清除%{name}',
  loading: '載入中…',
  nothing: '沒有符合的項目',
  noChoice: '沒有可選項目',
  openChoices: '開啟選項',
  choicesFailed: '選項載入失敗：%{reason}',
  previousYear: '上一年',
  nextYear: '下一年',
  previousMonth: '上個月',
  nextMonth: '下個月',
  calendar: '開啟日曆：%{name}',
  dayBetween: '請選擇 %{min} 至 %{max} 之間的日期',
  dayUpTo: '請選擇 %{max} 或之前的日期',
  monthUpTo: '請選擇%{max}或之前的月份',
}
