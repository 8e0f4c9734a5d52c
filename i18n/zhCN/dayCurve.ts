/** The column of the last 24 hours in the live list, and what the ticks beside areas say. */
export const dayCurve = {
  head: '24 小时（主要项）',
  what: '过去 24 小时逐时：空气为指数，噪声为声级，水质为类别',
  areaTicks: '刻度为区域内最差站点的级别',
}
