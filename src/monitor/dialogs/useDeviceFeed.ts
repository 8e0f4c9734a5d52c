import { useEffect, useRef, useState } from 'react'
import { onSignedInAgain } from '../../../authProvider/again.ts'
import { readSession } from '../../../authProvider/session.ts'
import { openFeed, type FeedState } from '../../../dataProvider/live.ts'
import { loadSettings } from '../../kit/hooks/settings.ts'

/**
 * Keeps the feed of one device, named by its sn, open while the component is shown, and passes on each text frame.
 * `reconnect` reopens it after a refusal.
 */
export function useDeviceFeed(
  sn: string,
  onFrame: (frame: string) => void,
): { state: FeedState; reconnect: () => void } {
  const [state, setState] = useState<FeedState>({ phase: 'connecting' })
  const latest = useRef(onFrame)
  useEffect(() => {
    latest.current = onFrame
  })
  const [reconnect, setReconnect] = useState<() => void>(() => () => {})
  useEffect(() => {
    let ended = false
    let feed: { close(): void } | undefined
    const open = async () => {
      const { liveUrl } = await loadSettings()
      const token = readSession()?.token
      if (ended || token === undefined) return
      feed = openFeed({
        url: liveUrl,
        token,
        subscribe: sn,
        onMessages: () => {},
        onFrame: (frame) => !ended && latest.current(frame),
        onState: (next) => !ended && setState(next),
      })
    }
    // Also reconnects after a new sign-in, since the feed may have been refused with the expired session.
    const again = () => {
      feed?.close()
      void open()
    }
    void open()
    setReconnect(() => again)
    const ending = onSignedInAgain(again)
    return () => {
      ended = true
      ending()
      feed?.close()
    }
  }, [sn])
  return { state, reconnect }
}
