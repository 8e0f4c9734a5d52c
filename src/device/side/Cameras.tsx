import { useTranslate } from 'react-admin'
import { Link } from 'react-router-dom'
import { mayOpen } from '../../../resources/kit/access.ts'
import { InlineError, useCaller } from '../../kit/index.ts'
import { useVideos } from '../../monitor/video/useVideos.ts'
import { VideoTile } from '../../monitor/video/VideoTile.tsx'
import { Card } from '../Card.tsx'
import css from '../devicePage.module.css'

interface CamerasProps {
  /** The area the device stands in; null: in none. */
  area: number | null
  areaName: string | null
}

/** A camera of the device's area, live, and the way to its others. Without one, or without the right, there is no such card. */
export function CameraCard({ area, areaName }: CamerasProps) {
  const translate = useTranslate()
  const listed = mayOpen(useCaller(), '2-1')
  const { data, error, retry } = useVideos(NONE, area)
  const [first, ...others] = area === null ? [] : (data ?? [])
  if (!error && first === undefined) return null
  return (
    <Card
      id="camera"
      title={translate('devicePage.camera')}
      end={
        others.length > 0 &&
        listed && (
          <Link to={`/monitor/data?mode=video&area=${area}`}>
            {translate('devicePage.moreCameras', { smart_count: others.length })}
          </Link>
        )
      }
    >
      {error ? <InlineError error={error} onRetry={retry} /> : null}
      {first && (
        <ul className={css.camera}>
          <VideoTile video={first} area={areaName} />
        </ul>
      )}
    </Card>
  )
}

const NONE: readonly never[] = []
