import type { VideoKind } from './source.ts'

export interface Attached {
  /** Ends the stream and lets the memory go. */
  detach: () => void
}

/** Browsers that play a live stream by themselves need no script for it. */
const NATIVE = 'application/vnd.apple.mpegurl'

/**
 * Puts a stream or a file into a video element. `onFailed` is told once what cannot be recovered from; what can, hls.js recovers from by itself.
 */
export async function attach(
  video: HTMLVideoElement,
  kind: Exclude<VideoKind, 'picture'>,
  address: string,
  onFailed: () => void,
): Promise<Attached> {
  if (kind === 'stream' && !('MediaSource' in globalThis) && video.canPlayType(NATIVE) === '')
    throw new Error('no live streams in this browser')
  if (kind === 'file' || !('MediaSource' in globalThis)) return native(video, address, onFailed)
  const { default: Hls } = await import('hls.js/light')
  if (!Hls.isSupported()) return native(video, address, onFailed)
  // No worker: the policy of the page lets none be made of a text, and a stream costs the page little.
  const hls = new Hls({
    enableWorker: false,
    liveSyncDurationCount: 3,
    backBufferLength: 10,
    maxBufferLength: 20,
    manifestLoadingMaxRetry: 0,
    levelLoadingMaxRetry: 2,
    fragLoadingMaxRetry: 2,
  })
  let mended = false
  hls.on(Hls.Events.ERROR, (_event, { fatal, type }) => {
    if (!fatal) return
    if (type === Hls.ErrorTypes.MEDIA_ERROR && !mended) {
      mended = true
      hls.recoverMediaError()
    } else onFailed()
  })
  hls.loadSource(address)
  hls.attachMedia(video)
  return { detach: () => hls.destroy() }
}

function native(video: HTMLVideoElement, address: string, onFailed: () => void): Attached {
  video.addEventListener('error', onFailed, { once: true })
  video.src = address
  return {
    detach: () => {
      video.removeEventListener('error', onFailed)
      video.removeAttribute('src')
      video.load()
    },
  }
}
