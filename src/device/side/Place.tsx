import { useTranslate } from 'react-admin'
import { lazy, Suspense } from 'react'
import { Link } from 'react-router-dom'
import { REAL_TIME_KEY } from '../../../resources/control.ts'
import { mayOpen } from '../../../resources/kit/access.ts'
import { Skeleton, useCaller } from '../../kit/index.ts'
import type { ShownDevice } from '../../live/display.ts'
import { knownPlace } from '../../../resources/kit/places.ts'
import { devicePlace } from '../../map/places.ts'
import { Card } from '../Card.tsx'
import css from '../devicePage.module.css'

const PlaceMap = lazy(() => import('./PlaceMap.tsx'))

/** The device's position: on a small map, as coordinates, and directions to it. */
export function PlaceCard({ shown }: { shown: ShownDevice }) {
  const translate = useTranslate()
  const { device, status, area } = shown
  const place = devicePlace(device.positional, device.id)
  const known = knownPlace(device.positional)
  const onMap = mayOpen(useCaller(), REAL_TIME_KEY)
  const words = area ?? translate('monitor.card.noArea')
  return (
    <Card id="place" title={translate('devicePage.place')} beside={words}>
      {place === null ? (
        <p className={css.small}>{translate('devicePage.noPlace')}</p>
      ) : (
        <>
          <div className={css.map}>
            <Suspense fallback={<Skeleton height={132} />}>
              <PlaceMap place={place} name={device.name} status={status} />
            </Suspense>
          </div>
          <p className={css.small}>
            {known ? `${known[1].toFixed(4)}, ${known[0].toFixed(4)}` : translate('map.card.unset')}
            <span className={css.cardEnd}>
              {onMap && <Link to={`/monitor/data?mode=map&device=${device.id}`}>{translate('devicePage.onMap')}</Link>}
              {known && (
                <a href={`geo:${known[1]},${known[0]}`} className={css.phoneOnly}>
                  {translate('devicePage.navigate')}
                </a>
              )}
            </span>
          </p>
        </>
      )}
    </Card>
  )
}
