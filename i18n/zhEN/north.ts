import type { Like } from '../types.ts'
import type { north as base } from '../zhCN/north.ts'

export const north: Like<typeof base> = {
  ok: 'Sent',
  failed: 'Failed',
  lastPush: 'Last push',
  never: 'Nothing has been pushed yet.',
  failures: '%{count} failure in a row |||| %{count} failures in a row',
  next: 'next %{time}',
  stopped: 'The interface is stopped. It pushes only while it runs.',
  preview: 'Preview',
  type: 'Format',
  document: 'Content pushed',
  about: '%{type} · %{smart_count} device · %{size} bytes |||| %{type} · %{smart_count} devices · %{size} bytes',
  noPreview: 'This platform offers no preview.',
  refresh: 'Refresh preview',
  pushNow: 'Push now',
  pushing: 'Pushing',
  connection: 'Connection',
  up: 'Connected',
  down: 'Not connected',
  since: 'since %{time}',
  waiting: 'Not acknowledged yet: minutes %{minutes}, hours %{hours}, days %{days}',
  dropped: '%{count} minute value dropped |||| %{count} minute values dropped',
  frames: 'Last frames',
  rows: {
    newBelow: 'New row below %{name}',
    addBelow: 'Add below %{name}',
    deleteNamed: 'Delete %{name}',
    withBelow: 'Rows below it that are deleted as well: %{count}.',
  },
}
