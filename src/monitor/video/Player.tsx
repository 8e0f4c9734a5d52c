import { Pause, Play, Volume2, VolumeX } from 'lucide-react'
import { useTranslate } from 'react-admin'
import { useEffect, useRef, useState, type ReactNode, type RefObject } from 'react'
import actionsCss from '../list/actions.module.css'
import { FullScreenButton } from './FullScreenButton.tsx'
import { usePlayer } from './usePlayer.ts'
import css from './video.module.css'
import { VideoTooltip } from './VideoTooltip.tsx'

interface PlayerProps {
  name: string
  kind: 'stream' | 'file'
  address: string
  inView: boolean
  tile: RefObject<HTMLElement | null>
  foot: (buttons: ReactNode) => ReactNode
}

/**
 * Plays a live stream or a file, muted until the user turns the sound on. A pending state is shown over the picture.
 */
export function Player({ name, kind, address, inView, tile, foot }: PlayerProps) {
  const translate = useTranslate()
  const video = useRef<HTMLVideoElement>(null)
  const [stopped, setStopped] = useState(false)
  const [muted, setMuted] = useState(true)
  const state = usePlayer(video, kind, address, inView && !stopped)
  useEffect(() => {
    // React sets the property only once: a stream that starts with sound would be blocked.
    if (video.current) video.current.muted = muted
  }, [muted])
  const [Start, Sound] = [stopped ? Play : Pause, muted ? VolumeX : Volume2]
  const start = translate(stopped ? 'videoMode.play' : 'videoMode.pause')
  const sound = translate(muted ? 'videoMode.unmute' : 'videoMode.mute')
  const words = stopped
    ? translate('videoMode.paused')
    : state.phase === 'reconnecting'
      ? translate('videoMode.reconnecting', { attempt: state.attempt })
      : state.phase === 'playing' || state.phase === 'idle'
        ? null
        : translate('videoMode.connecting')
  return (
    <>
      <div className={css.frame} data-phase={state.phase}>
        <video ref={video} muted playsInline loop={kind === 'file'} disablePictureInPicture aria-label={name} />
        {words !== null && (
          <div className={css.words} role="status">
            <span>{words}</span>
          </div>
        )}
      </div>
      {foot(
        <>
          <VideoTooltip title={start}>
            <button
              type="button"
              className={actionsCss.act}
              data-part="act"
              aria-label={`${start}: ${name}`}
              onClick={() => setStopped(!stopped)}
            >
              <Start size={14} strokeWidth={1.9} aria-hidden />
            </button>
          </VideoTooltip>
          <VideoTooltip title={sound}>
            <button
              type="button"
              className={actionsCss.act}
              data-part="act"
              aria-label={`${sound}: ${name}`}
              onClick={() => setMuted(!muted)}
            >
              <Sound size={14} strokeWidth={1.9} aria-hidden />
            </button>
          </VideoTooltip>
          <FullScreenButton of={tile} name={name} />
        </>,
      )}
    </>
  )
}
