import type { Like } from '../types.ts'
import type { chart as base } from '../zhCN/chart.ts'

export const chart: Like<typeof base> = {
  noData: '無資料',
  summary: '%{name}：最小 %{min}，最大 %{max}，最新 %{last}',
  summarySwitch: '%{name}：最新 %{last}',
  keys: '左右鍵逐點讀值，加減鍵縮放，Shift 加左右鍵平移，0 顯示全部；拖曳可放大，按兩下還原，按住 Shift 或在時間軸上拖曳可平移，Ctrl 加滾輪縮放。',
  tools: '縮放與平移',
  whole: '顯示全部',
  back: '移到更早',
  forth: '移到更晚',
  zoomIn: '放大',
  zoomOut: '縮小',
}
