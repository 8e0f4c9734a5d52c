import { Suspense } from 'react'
import { InlineError } from '../kit/index.ts'
import { useLateWords } from '../kit/hooks/useLateWords.ts'
import { isLoopback } from '../kit/loopback.ts'

/** Warns that QR codes made at this address do not work on phones. Renders nothing if phones may reach it. */
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
