import { useLateWords } from '../../kit/hooks/useLateWords.ts'
import { InlineError } from '../../kit/index.ts'

/** Says that limits or alarms could not be read: a curve without them is not one of a quiet time. Suspends until its words are there. */
export function MarksUnread({ onRetry }: { onRetry: () => void }) {
  const say = useLateWords('deviceNotes')
  return <InlineError tone="warning" error={say('deviceNotes.marksUnread')} onRetry={onRetry} />
}
