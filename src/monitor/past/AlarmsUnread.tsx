import { useLateWords } from '../../kit/hooks/useLateWords.ts'
import { InlineError } from '../../kit/index.ts'
import type { Lasted } from '../../live/useLasted.ts'

/** Reports that the alarms of the past moment could not be read, with a retry. Suspends until its texts are loaded. */
export function AlarmsUnread({ onRetry }: { onRetry: Lasted['refetch'] }) {
  const say = useLateWords('moment')
  return <InlineError tone="warning" error={say('moment.alarmsUnread')} onRetry={onRetry} />
}
