import { Video } from 'lucide-react'
import { useTranslate } from 'react-admin'
import { lazy, Suspense } from 'react'
import { Link } from 'react-router-dom'
import type { Episode, Moment } from '../../../../dataProvider/episodes/rows.ts'
import { mayOpen } from '../../../../resources/kit/access.ts'
import { cameraFor } from '../../../../resources/kit/nearest.ts'
import { REAL_TIME_KEY } from '../../../../resources/control.ts'
import { Skeleton, useCaller } from '../../../kit/index.ts'
import { useCameras } from '../../../map/cameras.ts'
import { distanceText } from '../../../map/nearest.ts'
import { devicePlace } from '../../../map/places.ts'
import { Nearby } from './Nearby.tsx'
import { Still } from './Still.tsx'
import { useStoredPlace } from './useStoredPlace.ts'
import css from './detail.module.css'

const PlaceMap = lazy(() => import('./PlaceMap.tsx'))

interface PlaceProps {
  episode: Episode
  /** As in the timeline: undefined while loading, null where they could not be read. */
  moments: readonly Moment[] | null | undefined
}

/** Place of the episode on a small map, the nearest camera with its picture at the firing, and nearby devices. */
export function Place({ episode, moments }: PlaceProps) {
  const translate = useTranslate()
  const { device_id, district_id, device_name, area_name, condition } = episode
  const live = mayOpen(useCaller(), REAL_TIME_KEY)
  const { positional, known } = useStoredPlace(episode)
  const cameras = useCameras(district_id)
  const place = device_id === null ? null : devicePlace(positional, device_id)
  const camera = cameras.data && cameraFor(cameras.data, known)
  const look = condition === 'active' ? 'alarm' : condition === 'no_data' ? 'stale' : 'online'
  return (
    <section className={css.card} aria-label={translate('inbox.where')}>
      <h3>{translate('inbox.where')}</h3>
      {place && (
        <div className={css.map}>
          <Suspense fallback={<Skeleton height={140} />}>
            <PlaceMap place={place} name={device_name} look={look} />
          </Suspense>
        </div>
      )}
      {place && known === null && <p className={css.quiet}>{translate('map.card.unset')}</p>}
      {(camera || moments?.some(({ kind }) => kind === 'still')) && (
        <Suspense>
          <Still episode={episode} moments={moments} />
        </Suspense>
      )}
      <p className={css.quiet}>{[device_name, area_name].filter(Boolean).join(' · ')}</p>
      {live && (
        <p className={css.links}>
          {device_id !== null && (
            <Link to={`/monitor/data?mode=map&device=${device_id}`}>{translate('inbox.onMap')}</Link>
          )}
          {camera && (
            <Link to={`/monitor/data?mode=video&area=${camera.district_id ?? district_id}`}>
              <Video size={14} aria-hidden /> {camera.name}
              {camera.metres !== null && ` · ${distanceText(camera.metres)}`}
            </Link>
          )}
        </p>
      )}
      {known && device_id !== null && <Nearby device={device_id} place={known} />}
    </section>
  )
}
