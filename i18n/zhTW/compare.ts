import type { Like } from '../types.ts'
import type { compare as base } from '../zhCN/compare.ts'

export const compare: Like<typeof base> = {
  title: '資料比對',
  area: '區域',
  device: '裝置',
  node: '節點',
  add: '新增',
  remove: '移除 %{name}',
  items: '比對項目',
  month: '月份',
  ask: '查詢',
  choose: '請選擇比對資料：區域、裝置與節點',
  twice: '該節點已在比對項目中',
  most: '最多比對 %{count} 項',
  notReady: '至少新增 2 項並選擇月份後才能查詢',
  start: '新增要比對的節點',
  startHint: '依序選擇區域、裝置與節點並新增，至少 2 項，再選擇月份查詢。',
  thinned: '每項最多約 2,000 個值，即畫曲線所用的值',
  thinnedFile: '%{name}（抽樣）',
  emptyHint: '所選月份沒有儲存資料。',
}
