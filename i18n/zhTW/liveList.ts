import type { Like } from '../types.ts'
import type { liveList as base } from '../zhCN/liveList.ts'

export const liveList: Like<typeof base> = {
  head: '24 小時（主要項）',
  what: '過去 24 小時逐時：空氣為指數，噪音為音量，水質為類別',
  orWorse: '%{name}及更差',
  noiseAbove: '噪音超標',
  areaTicks: '刻度為區域內最差測站的級別',
}
