import { useTranslate } from 'ra-core'
import { useRef, type ReactNode } from 'react'
import type { AreaVideo } from '../../../dataProvider/videos.ts'
import { Picture } from './Picture.tsx'
import { Player } from './Player.tsx'
import { sourceOf } from './source.ts'
import { TileProblem } from './TileProblem.tsx'
import { useInView } from './useInView.ts'
import { useRefused } from './useRefused.ts'

/** A video of an area: 16:9, its name and area below it. Plays only while it is in sight. */
export function VideoTile({ video, area }: { video: AreaVideo; area: string | null }) {
  const translate = useTranslate()
  const tile = useRef<HTMLLIElement>(null)
  const inView = useInView(tile)
  const source = sourceOf(video)
  const name = video.name.trim() || translate('videoMode.unnamed')
  const refused = useRefused(source.kind === 'none' ? '' : source.address)
  const foot = (buttons: ReactNode) => (
    <footer className="video-foot">
      <div className="video-names">
        <div className="video-name" title={name}>
          {name}
        </div>
        <div className="video-area">{area ?? translate('monitor.card.noArea')}</div>
      </div>
      {buttons}
    </footer>
  )
  const shown = () => {
    if (source.kind === 'none')
      return (
        <TileProblem
          words={translate(source.reason === 'mixed' ? 'videoMode.mixed' : 'videoMode.address')}
          foot={foot(null)}
        />
      )
    if (refused)
      return (
        <TileProblem
          words={translate('videoMode.refused')}
          foot={foot(null)}
          action={{ label: translate('videoMode.reload'), onClick: () => location.reload() }}
        />
      )
    if (source.kind === 'picture')
      return <Picture name={name} address={source.address} inView={inView} tile={tile} foot={foot} />
    return <Player name={name} kind={source.kind} address={source.address} inView={inView} tile={tile} foot={foot} />
  }
  return (
    <li className="video-tile" ref={tile} aria-label={name}>
      {shown()}
    </li>
  )
}
