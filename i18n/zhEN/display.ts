import type { Like } from '../types.ts'
import type { display as base } from '../zhCN/display.ts'

export const display: Like<typeof base> = {
  makeTop: 'Pin to top',
  isTop: 'Pinned',
  madeTop: '%{name} is pinned to the top',
  design: 'Edit screen',
  designNamed: 'Edit screen: %{name}',
  opens: 'opens in a new tab',
  noRights: 'You need the permission types 2, 3 and 4',
  noEditor: 'The address of the display editor (HMI_URL) is not set. Ask an administrator',
  noCover: 'No cover',
  vip: 'VIP',
}
