import type { VideoKind } from './source.ts'

export interface Attached {
  /** Ends the stream and frees its memory. */
  detach: () => void
}

/** Browsers that play a live stream natively need no script. */
const NATIVE = 'application/vnd.apple.mpegurl'

/**
 * Attaches a stream or a file to a video element. `onFailed` is called once, for an error that cannot be recovered
 * from; hls.js recovers from all others by itself.
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
  // No worker: the page's policy forbids workers created from text, and a stream costs the page little.
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
