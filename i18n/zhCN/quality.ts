/** Names of the tests of values, as shown on the quality page and in histories. */
export const quality = {
  tests: {
    gross_range: '量程',
    rate_of_change: '变化速率',
    spike: '尖峰',
    flat_line: '恒值',
    station: '站点标记',
    manual: '人工复核',
    clock: '时钟偏差',
    neighbour: '邻站比较',
    maintenance: '维护',
  },
}
