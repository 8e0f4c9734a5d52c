import { useEffect, useState, type ComponentType } from 'react'
import { useCaller } from '../kit/index.ts'
import { useQueue } from './inbox/acts/queue.ts'

/** Delay before another attempt to load a chunk that failed to load, ms. */
const RETRY_MS = 15_000

/**
 * Sends acts that were done in the inbox and have not arrived yet, from whichever page is open. Its code is loaded once
 * an act waits, and again later if the network is down.
 */
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
        // The network is down; the timer tries again.
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
