import type { Like } from '../types.ts'
import type { channels as zhCN } from '../zhCN/channels.ts'

export const channels: Like<typeof zhCN> = {
  test: 'Send a test',
  hint: 'Sends one message, marked as a test, to check the address and signature.',
  send: 'Send a test message',
  last: 'Last messages',
  none: 'No message has been sent yet',
  refresh: 'Refresh',
  state: { sent: 'Sent', waiting: 'To be sent again', failed: 'Not delivered' },
  attempts: 'tried %{count} times',
  next: 'again at %{time}',
  push: 'Tell this browser of alarms',
  pushBlocked: 'The browser blocks notifications of this site. Allow them in its site settings.',
  pushNone: 'This browser cannot be notified: that needs HTTPS and a browser that supports push.',
}
