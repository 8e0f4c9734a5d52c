import type { Like } from '../types.ts'
import type { dayCurve as base } from '../zhCN/dayCurve.ts'

export const dayCurve: Like<typeof base> = {
  head: '24 h, main item',
  what: 'The last 24 hours, hour by hour: index of air, level of noise, class of water',
  areaTicks: 'Ticks: class of the worst station in the area',
}
