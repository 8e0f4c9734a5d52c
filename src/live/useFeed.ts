import { useEffect, useState } from 'react'
import { loadCapabilities } from '../../authProvider/capabilities.ts'
import { onSignedInAgain } from '../../authProvider/again.ts'
import { readSession } from '../../authProvider/session.ts'
import { openFeed, type FeedState } from '../../dataProvider/live.ts'
import type { FeedMessage } from '../../dataProvider/normalise.ts'
import { loadSettings } from '../kit/hooks/settings.ts'

/** `none`: the platform has no feed of all devices, and polling is the only source. */
export type LiveState = FeedState | { phase: 'none' }

/**
 * Keeps the feed of all devices open while the component is shown, if the platform offers one. `onMessages` must be a
 * stable function.
 */
export function useFeed(onMessages: (messages: readonly FeedMessage[]) => void): LiveState {
  const [state, setState] = useState<LiveState>({ phase: 'none' })
  useEffect(() => {
    let ended = false
    let feed: { close(): void } | undefined
    const onState = (next: FeedState) => {
      if (!ended) setState(next)
    }
    const open = async () => {
      const [{ extensions }, { liveUrl }] = await Promise.all([loadCapabilities(), loadSettings()])
      const token = readSession()?.token
      if (ended || token === undefined || !extensions.has('ws-all')) return
      feed = openFeed({ url: liveUrl, token, subscribe: '*', onMessages, onState })
    }
    void open()
    // After a new sign-in the feed must be reopened: it was refused with the old session.
    const ending = onSignedInAgain(() => {
      feed?.close()
      void open()
    })
    return () => {
      ended = true
      ending()
      feed?.close()
    }
  }, [onMessages])
  return state
}
