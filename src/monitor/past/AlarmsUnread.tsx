import { useLateWords } from '../../kit/hooks/useLateWords.ts'
import { InlineError } from '../../kit/index.ts'
import type { Lasted } from '../../live/useLasted.ts'

/** That the alarms of the past moment could not be read, and another try. Suspends until its words are there. */
export function AlarmsUnread({ onRetry }: { onRetry: Lasted['refetch'] }) {
  const say = useLateWords('moment')
  return <InlineError tone="warning" error={say('moment.alarmsUnread')} onRetry={onRetry} />
}
