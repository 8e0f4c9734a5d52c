import { useEffect, useState, type ComponentType } from 'react'
import { useCaller } from '../kit/index.ts'
import { useQueue } from './inbox/acts/queue.ts'

/** How long a part that could not be loaded is left alone, ms. */
const RETRY_MS = 15_000

/** What was done in the inbox and did not arrive yet is sent from whichever page is open. Its code is loaded once something waits, also where the network comes later. */
export function WaitingActs() {
  const waits = useQueue(useCaller().id).length > 0
  const [Sender, setSender] = useState<ComponentType | null>(null)
  useEffect(() => {
    if (!waits || Sender) return
    let over = false
    const load = async () => {
      try {
        const loaded = await import('./inbox/acts/Sender.tsx')
        if (!over) setSender(() => loaded.default)
      } catch {
        // Without a network; the timer tries again.
      }
    }
    void load()
    const timer = setInterval(() => void load(), RETRY_MS)
    return () => {
      over = true
      clearInterval(timer)
    }
  }, [waits, Sender])
  return Sender && <Sender />
}
