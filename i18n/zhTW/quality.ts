import type { Like } from '../types.ts'
import type { quality as zhCN } from '../zhCN/quality.ts'

/** Names of the tests of values, as shown on the quality page and in histories. */
export const quality: Like<typeof zhCN> = {
  tests: {
    gross_range: '量程',
    rate_of_change: '變化速率',
    spike: '尖峰',
    flat_line: '恆值',
    station: '測站標記',
    manual: '人工複核',
    clock: '時鐘偏差',
    neighbour: '鄰站比較',
    maintenance: '維護',
  },
}
