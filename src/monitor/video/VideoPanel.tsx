import { clsx } from 'clsx'
import { VideoOff } from 'lucide-react'
import { useTranslate } from 'react-admin'
import { useRef } from 'react'
import type { AreaVideo } from '../../../dataProvider/calls/videos.ts'
import { EmptyState, InlineError, Skeleton } from '../../kit/index.ts'
import monitorCss from '../monitor.module.css'
import { FullScreenButton } from './FullScreenButton.tsx'
import { VideoTile } from './VideoTile.tsx'
import css from './video.module.css'

interface VideoPanelProps {
  /** undefined until they are known. */
  videos: readonly AreaVideo[] | undefined
  error: unknown
  onRetry: () => void
  areaNames: ReadonlyMap<number, string>
}

/**
 * /monitor/data?mode=video (spec 1 §2.7): the streams, files and pictures of the area, as many side by side as fit
 * (spec 1 §9).
 */
export default function VideoPanel({ videos, error, onRetry, areaNames }: VideoPanelProps) {
  const translate = useTranslate()
  const grid = useRef<HTMLDivElement>(null)
  const list = () => {
    if (error) return <InlineError error={error} onRetry={onRetry} />
    if (videos === undefined)
      return (
        <div className={css.grid}>
          {WAITING.map((tile) => (
            <div key={tile} className={clsx(css.tile, css.wait)}>
              <div className={css.frame} />
              <div className={css.foot}>
                <div className={css.names}>
                  <Skeleton width="56%" />
                  <Skeleton width="36%" height={12} />
                </div>
              </div>
            </div>
          ))}
        </div>
      )
    if (videos.length === 0) return <EmptyState icon={<VideoOff />} title={translate('map.mode.noVideo')} />
    return (
      <ul className={css.grid}>
        {videos.map((video) => (
          <VideoTile
            key={`${video.id} ${video.url}`}
            video={video}
            area={video.district_id === null ? null : (areaNames.get(video.district_id) ?? null)}
          />
        ))}
      </ul>
    )
  }
  return (
    <section className={clsx(monitorCss.main, css.panel)} ref={grid} aria-label={translate('videoMode.label')}>
      <header className={css.head}>
        <span>{videos && translate('videoMode.count', { count: videos.length })}</span>
        <FullScreenButton of={grid} name={translate('videoMode.label')} />
      </header>
      {list()}
    </section>
  )
}

/** Placeholder tiles while the videos are loading. */
const WAITING = [0, 1, 2]
