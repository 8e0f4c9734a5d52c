import type { Like } from '../types.ts'
import type { quality as zhCN } from '../zhCN/quality.ts'

/** Names of the tests of values, as shown on the quality page and in histories. */
export const quality: Like<typeof zhCN> = {
  tests: {
    gross_range: 'gross range',
    rate_of_change: 'rate of change',
    spike: 'spike',
    flat_line: 'flat line',
    station: 'mark of the station',
    manual: 'review',
    clock: 'clock',
    neighbour: 'neighbours',
    maintenance: 'maintenance',
  },
}
