import { VideoOff } from 'lucide-react'
import { useTranslate } from 'ra-core'
import { useRef } from 'react'
import type { AreaVideo } from '../../../dataProvider/videos.ts'
import { EmptyState, InlineError, Skeleton } from '../../kit/index.ts'
import { FullScreenButton } from './FullScreenButton.tsx'
import './video.css'
import { VideoTile } from './VideoTile.tsx'

interface VideoPanelProps {
  /** undefined until they are known. */
  videos: readonly AreaVideo[] | undefined
  error: unknown
  onRetry: () => void
  areaNames: ReadonlyMap<number, string>
}

/** /monitor/data?mode=video (spec 1 §2.7): the streams, files and pictures of the area, as many side by side as there is room for (spec 1 §9). */
export default function VideoPanel({ videos, error, onRetry, areaNames }: VideoPanelProps) {
  const translate = useTranslate()
  const grid = useRef<HTMLDivElement>(null)
  const list = () => {
    if (error) return <InlineError error={error} onRetry={onRetry} />
    if (videos === undefined)
      return (
        <div className="video-grid">
          {WAITING.map((tile) => (
            <div key={tile} className="video-tile video-wait">
              <div className="video-frame" />
              <div className="video-foot">
                <div className="video-names">
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
      <ul className="video-grid">
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
    <section className="monitor-main video-panel" ref={grid} aria-label={translate('videoMode.label')}>
      <header className="video-head">
        <span>{videos && translate('videoMode.count', { count: videos.length })}</span>
        <FullScreenButton of={grid} name={translate('videoMode.label')} />
      </header>
      {list()}
    </section>
  )
}

/** Tiles that stand for the videos while they are not known. */
const WAITING = [0, 1, 2]
