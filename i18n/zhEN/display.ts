import type { Like } from '../types.ts'
import type { display as base } from '../zhCN/display.ts'

export const display: Like<typeof base> = {
  makeTop: 'Put on top',
  isTop: 'On top',
  madeTop: '%{name} is on top now',
  design: 'Edit the picture',
  designNamed: 'Edit the picture: %{name}',
  opens: 'opens in a new tab',
  noRights: 'This needs the permission types 2, 3 and 4',
  noEditor: 'The address of the display editor (HMI_URL) is not set; ask your administrator',
  noCover: 'No cover',
  vip: 'VIP',
}
