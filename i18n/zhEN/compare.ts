import type { Like } from '../types.ts'
import type { compare as base } from '../zhCN/compare.ts'

export const compare: Like<typeof base> = {
  title: 'Comparison',
  area: 'Area',
  device: 'Device',
  node: 'Node',
  add: 'Add',
  remove: 'Remove %{name}',
  items: 'Compared items',
  month: 'Month',
  ask: 'Show',
  choose: 'Choose what to compare: area, device and node',
  twice: 'This node is compared already',
  most: '%{count} items at most',
  notReady: 'Add at least 2 items and choose a month to show',
  start: 'Add nodes to compare',
  startHint: 'Choose area, device and node and add them, 2 at least; then choose a month and press Show.',
  thinned: 'At most about 2,000 values per item: those that the curves are drawn from',
  thinnedFile: '%{name} (thinned out)',
  emptyHint: 'Nothing was stored in this month.',
}
