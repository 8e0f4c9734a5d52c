import { Button } from '@mui/material'
import { VideoOff } from 'lucide-react'
import { useTranslate } from 'react-admin'
import { useRef, type ReactNode, useEffect, useState, type RefObject } from 'react'
import type { AreaVideo } from '../../../dataProvider/calls/videos.ts'
import { Picture } from './Picture.tsx'
import { Player } from './Player.tsx'
import { sourceOf } from './source.ts'
import { useRefused } from './useRefused.ts'
import css from './video.module.css'

/** A video of an area: 16:9, with name and area below. Plays only while it is visible. */
export function VideoTile({ video, area }: { video: AreaVideo; area: string | null }) {
  const translate = useTranslate()
  const tile = useRef<HTMLLIElement>(null)
  const inView = useInView(tile)
  const source = sourceOf(video)
  const name = video.name.trim() || translate('videoMode.unnamed')
  const refused = useRefused(source.kind === 'none' ? '' : source.address)
  const foot = (buttons: ReactNode) => (
    <footer className={css.foot}>
      <div className={css.names}>
        <div className={css.name} title={name}>
          {name}
        </div>
        <div className={css.area}>{area ?? translate('monitor.card.noArea')}</div>
      </div>
      {buttons}
    </footer>
  )
  const shown = () => {
    if (source.kind === 'none')
      return (
        <TileProblem
          message={translate(source.reason === 'mixed' ? 'videoMode.mixed' : 'videoMode.address')}
          foot={foot(null)}
        />
      )
    if (refused)
      return (
        <TileProblem
          message={translate('videoMode.refused')}
          foot={foot(null)}
          action={{ label: translate('videoMode.reload'), onClick: () => location.reload() }}
        />
      )
    if (source.kind === 'picture')
      return <Picture name={name} address={source.address} inView={inView} tile={tile} foot={foot} />
    return <Player name={name} kind={source.kind} address={source.address} inView={inView} tile={tile} foot={foot} />
  }
  return (
    <li className={css.tile} ref={tile} aria-label={name}>
      {shown()}
    </li>
  )
}

/** Returns whether an element is in or near the viewport of a visible tab. */
function useInView(element: RefObject<HTMLElement | null>): boolean {
  const [inView, setInView] = useState(false)
  const [shown, setShown] = useState(() => document.visibilityState !== 'hidden')
  useEffect(() => {
    const target = element.current
    if (target === null) return
    const observer = new IntersectionObserver(([entry]) => setInView(entry?.isIntersecting ?? false), {
      rootMargin: '80px',
    })
    observer.observe(target)
    return () => observer.disconnect()
  }, [element])
  useEffect(() => {
    const note = () => setShown(document.visibilityState !== 'hidden')
    document.addEventListener('visibilitychange', note)
    return () => document.removeEventListener('visibilitychange', note)
  }, [])
  return inView && shown
}

interface TileProblemProps {
  message: string
  foot: ReactNode
  action?: { label: string; onClick: () => void }
}

/** Explains why a tile has no picture, if retrying would not help. */
function TileProblem({ message, foot, action }: TileProblemProps) {
  return (
    <>
      <div className={css.frame}>
        <div className={css.words}>
          <VideoOff size={20} strokeWidth={1.75} aria-hidden />
          <span>{message}</span>
          {action && (
            <Button size="small" onClick={action.onClick}>
              {action.label}
            </Button>
          )}
        </div>
      </div>
      {foot}
    </>
  )
}
