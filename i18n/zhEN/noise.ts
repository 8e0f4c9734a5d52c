import type { Like } from '../types.ts'
import type { noise as base } from '../zhCN/noise.ts'

export const noise: Like<typeof base> = {
  title: 'Noise levels',
  leq: 'Equivalent level Leq',
  ld: 'Day Ld (6 to 22 h)',
  ln: 'Night Ln (22 to 6 h)',
  ldn: 'Day and night Ldn',
  l10: 'L10',
  l50: 'L50',
  l90: 'L90',
  lmax: 'Maximum Lmax',
  said: {
    l10: 'Exceeded 10 % of the time: near the peaks',
    l50: 'Exceeded half of the time: the median',
    l90: 'Exceeded 90 % of the time: near the background',
  },
  limits: '%{zone}: limit by day %{day} dB, at night %{night} dB',
  noZone: 'No zone is set, so it cannot be compared with a limit',
  limit: 'limit %{limit} dB',
  covered: 'coverage %{percent} %',
  few: 'Too little data (below %{percent} %) to compare with the limit',
  none: 'There is no noise data in this period',
  long: 'A long period: all samples have to be read',
  work: 'Calculate',
}
