import { Suspense } from 'react'
import { InlineError } from '../kit/index.ts'
import { useLateWords } from '../kit/hooks/useLateWords.ts'
import { isLoopback } from '../kit/loopback.ts'

/** Says that codes made at this address lead phones nowhere. Nothing where a phone may reach it. */
export function LoopbackNote() {
  if (!isLoopback(location.hostname)) return null
  return (
    <Suspense>
      <Words />
    </Suspense>
  )
}

function Words() {
  const say = useLateWords('deviceNotes')
  return <InlineError tone="warning" error={say('deviceNotes.loopback', { host: location.host })} />
}
