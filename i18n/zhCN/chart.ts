/** The chart of values over time. */
export const chart = {
  noData: '无数据',
  summary: '%{name}：最小 %{min}，最大 %{max}，最新 %{last}',
  summarySwitch: '%{name}：最新 %{last}',
  keys: '左右键逐点读数，加减键缩放，Shift 加左右键平移，0 显示全部；拖动可放大，双击还原，按住 Shift 或在时间轴上拖动可平移，Ctrl 加滚轮缩放。',
  tools: '缩放和平移',
  whole: '显示全部',
  back: '移到更早',
  forth: '移到更晚',
  zoomIn: '放大',
  zoomOut: '缩小',
}
