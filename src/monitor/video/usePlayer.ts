import { useEffect, useState, type RefObject } from 'react'
import { retryDelay } from '../../../dataProvider/live.ts'
import { attach, type Attached } from './attach.ts'
import type { VideoKind } from './source.ts'

/** A stream without a new frame for this long counts as stalled and is reopened, ms. */
const STALLED = 12_000
/** How often stalling is checked, ms. */
const POLL_INTERVAL_MS = 2000

export type PlayerState = { phase: 'idle' | 'loading' | 'playing' } | { phase: 'reconnecting'; attempt: number }

/**
 * Plays a stream or a file in a video element while `enabled`. A failed or stalled one is reopened with exponential
 * backoff (1, 2, 4 … 30 s, with jitter), and at once when the network is back.
 */
export function usePlayer(
  element: RefObject<HTMLVideoElement | null>,
  kind: Exclude<VideoKind, 'picture'>,
  address: string,
  enabled: boolean,
): PlayerState {
  const [state, setState] = useState<PlayerState>({ phase: 'idle' })
  useEffect(() => {
    const video = element.current
    if (video === null || !enabled) return
    let ended = false
    let attempt = 0
    let attached: Attached | null = null
    let timer: ReturnType<typeof setTimeout> | undefined
    let progress = { time: -1, at: Date.now() }

    const release = () => {
      attached?.detach()
      attached = null
    }
    const fail = () => {
      if (ended || timer !== undefined) return
      release()
      attempt++
      setState({ phase: 'reconnecting', attempt })
      timer = setTimeout(connect, retryDelay(attempt))
    }
    const connect = () => {
      timer = undefined
      progress = { time: -1, at: Date.now() }
      if (attempt === 0) setState({ phase: 'loading' })
      attach(video, kind, address, fail).then((made) => {
        if (ended) return made.detach()
        attached = made
        // Muted, so that browsers allow autoplay; a video that still does not start waits for a click.
        video.play().catch(() => {})
      }, fail)
    }
    const advanced = () => {
      if (video.currentTime === progress.time) return
      progress = { time: video.currentTime, at: Date.now() }
      if (attached === null) return
      attempt = 0
      setState((before) => (before.phase === 'playing' ? before : { phase: 'playing' }))
    }
    const look = () => {
      if (!video.paused && timer === undefined && Date.now() - progress.at > STALLED) fail()
    }
    const reconnect = () => {
      if (timer === undefined) return
      clearTimeout(timer)
      connect()
    }
    connect()
    const watch = setInterval(look, POLL_INTERVAL_MS)
    video.addEventListener('timeupdate', advanced)
    globalThis.addEventListener('online', reconnect)
    return () => {
      ended = true
      clearTimeout(timer)
      clearInterval(watch)
      video.removeEventListener('timeupdate', advanced)
      globalThis.removeEventListener('online', reconnect)
      release()
      setState({ phase: 'idle' })
    }
  }, [element, kind, address, enabled])
  return state
}
