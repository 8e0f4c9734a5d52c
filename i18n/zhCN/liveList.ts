/**
 * Texts of the live list that its first render does not need: the column of the last 24 hours, the explanation of the
 * ticks beside areas, the filters by class.
 */
export const liveList = {
  head: '24 小时（主要项）',
  what: '过去 24 小时逐时：空气为指数，噪声为声级，水质为类别',
  orWorse: '%{name}及更差',
  noiseAbove: '噪声超标',
  areaTicks: '刻度为区域内最差站点的级别',
}
