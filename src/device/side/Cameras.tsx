import { use } from 'react'
import { useTranslate } from 'react-admin'
import { Link } from 'react-router-dom'
import type { DeviceState } from '../../../dataProvider/normalise.ts'
import { REAL_TIME_KEY } from '../../../resources/control.ts'
import { mayOpen } from '../../../resources/kit/access.ts'
import { cameraFor } from '../../../resources/kit/nearest.ts'
import { knownPlace } from '../../../resources/kit/places.ts'
import { InlineError, useCaller } from '../../kit/index.ts'
import { DisplayContext } from '../../live/display.ts'
import { useCameras } from '../../map/cameras.ts'
import { distanceText } from '../../map/nearest.ts'
import { VideoTile } from '../../monitor/video/VideoTile.tsx'
import { Card } from '../Card.tsx'
import css from '../devicePage.module.css'

/**
 * The camera nearest to the device, live, with a link to the others of its area. Not rendered without a camera, or
 * without the right.
 */
export function CameraCard({ device: { district_id, positional } }: { device: DeviceState }) {
  const translate = useTranslate()
  const { names } = use(DisplayContext)
  const listed = mayOpen(useCaller(), REAL_TIME_KEY)
  const { data, error, refetch } = useCameras(district_id)
  const camera = data && cameraFor(data, knownPlace(positional))
  const failed = data === undefined && error !== null
  if (!failed && !camera) return null
  const others = data?.own.filter(({ id }) => id !== camera?.id) ?? []
  return (
    <Card
      id="camera"
      title={translate('devicePage.camera')}
      end={
        others.length > 0 &&
        listed && (
          <Link to={`/monitor/data?mode=video&area=${district_id}`}>
            {translate('devicePage.moreCameras', { smart_count: others.length })}
          </Link>
        )
      }
    >
      {failed && <InlineError error={error} onRetry={() => void refetch()} />}
      {camera && (
        <ul className={css.camera}>
          <VideoTile
            video={camera}
            area={
              [
                camera.district_id !== null && names.areaNames.get(camera.district_id),
                camera.metres !== null && distanceText(camera.metres),
              ]
                .filter(Boolean)
                .join(' · ') || null
            }
          />
        </ul>
      )}
    </Card>
  )
}
