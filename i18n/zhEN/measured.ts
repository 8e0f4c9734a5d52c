import type { Like } from '../types.ts'
import type { measured as base } from '../zhCN/measured.ts'

export const measured: Like<typeof base> = {
  rose: 'Rose by %{value} within 1 h',
  fell: 'Fell by %{value} within 1 h',
  firing: 'When it fired: %{nodes}',
  node: '%{name} %{value} (%{word})',
  heldUntil: 'Held up by maintenance until %{time}',
  leftOut: 'Some earlier entries are not listed',
  due: 'To be escalated',
  still: 'Picture of %{name} when it fired',
  stillFailed: 'No picture of %{name} when it fired: %{reason}',
  noStill: 'There is no picture of when it fired',
  ways: {
    1: 'DingTalk',
    2: 'WeCom',
    3: 'Feishu',
    4: 'Webhook',
    5: 'Browser push',
  },
}
