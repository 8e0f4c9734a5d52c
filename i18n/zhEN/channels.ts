import type { Like } from '../types.ts'
import type { channels as zhCN } from '../zhCN/channels.ts'

export const channels: Like<typeof zhCN> = {
  test: 'Send a test',
  hint: 'Sends one message that says it is a test, to see that address and signature are right.',
  send: 'Send a test message',
  last: 'Last messages',
  none: 'No message has been sent yet',
  refresh: 'Refresh',
  state: { sent: 'Sent', waiting: 'To be sent again', failed: 'Not delivered' },
  attempts: 'tried %{count} times',
  next: 'again at %{time}',
  push: 'Tell this browser of alarms',
  pushBlocked: 'The browser blocks notifications of this site. Allow them in its site settings.',
  pushNone: 'This browser cannot be told: that needs HTTPS and a browser with push.',
}
