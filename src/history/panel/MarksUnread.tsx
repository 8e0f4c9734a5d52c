import { useLateWords } from '../../kit/hooks/useLateWords.ts'
import { InlineError } from '../../kit/index.ts'

/**
 * Reports that limits or alarms could not be read: a curve without them must not pass for a time without alarms.
 * Suspends until its texts are loaded.
 */
export function MarksUnread({ onRetry }: { onRetry: () => void }) {
  const say = useLateWords('deviceNotes')
  return <InlineError tone="warning" error={say('deviceNotes.marksUnread')} onRetry={onRetry} />
}
