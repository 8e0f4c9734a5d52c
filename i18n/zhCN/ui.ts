/** The small components that all screens share. */
export const ui = {
  clear: '清除%{name}',
  loading: '加载中…',
  nothing: '没有匹配项',
  noChoice: '没有可选项',
  openChoices: '打开选项',
  choicesFailed: '选项加载失败：%{reason}',
  previousYear: '上一年',
  nextYear: '下一年',
  previousMonth: '上个月',
  nextMonth: '下个月',
  calendar: '打开日历：%{name}',
  dayBetween: '请选择 %{min} 至 %{max} 之间的日期',
  dayUpTo: '请选择 %{max} 或之前的日期',
  monthUpTo: '请选择%{max}或之前的月份',
}
