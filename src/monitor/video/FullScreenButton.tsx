import { Maximize } from 'lucide-react'
import { useTranslate } from 'react-admin'
import type { RefObject } from 'react'
import css from '../list/actions.module.css'
import { VideoTooltip } from './VideoTooltip.tsx'

/** Toggles full screen for an element; Escape leaves it too. Renders nothing if the browser has no full-screen mode. */
export function FullScreenButton({ of, name }: { of: RefObject<HTMLElement | null>; name: string }) {
  const translate = useTranslate()
  if (!document.fullscreenEnabled) return null
  const label = translate('videoMode.full')
  const toggle = () =>
    void (document.fullscreenElement ? document.exitFullscreen() : of.current?.requestFullscreen())?.catch(() => {})
  return (
    <VideoTooltip title={label}>
      <button type="button" className={css.act} data-part="act" aria-label={`${label}: ${name}`} onClick={toggle}>
        <Maximize size={14} strokeWidth={1.9} aria-hidden />
      </button>
    </VideoTooltip>
  )
}
