import type { Like } from '../types.ts'
import type { liveList as base } from '../zhCN/liveList.ts'

export const liveList: Like<typeof base> = {
  head: '24 h, main item',
  what: 'The last 24 hours, hour by hour: index of air, level of noise, class of water',
  orWorse: '%{name} or worse',
  noiseAbove: 'Noise above the limit',
  areaTicks: 'Ticks: class of the worst station in the area',
}
