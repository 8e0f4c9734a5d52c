import { useTranslate } from 'react-admin'
import { lazy, Suspense } from 'react'
import { Link } from 'react-router-dom'
import { mayOpen } from '../../../resources/kit/access.ts'
import type { Zone } from '../../../resources/kit/zone.ts'
import { TextSkeleton, useCaller } from '../../kit/index.ts'
import { Panel } from './Panel.tsx'
import type { Places } from './usePlaces.ts'

const AreaRows = lazy(async () => ({ default: (await import('./rows.ts')).AreaRows }))

interface AreaGridProps {
  places: Places
  /** Standard of each medium for hours for which the platform reports none. */
  standards: Readonly<Record<string, string>>
  areaNames: ReadonlyMap<number, string>
  zone: Zone
  now: number
}

/** The areas as a small heat grid: the current state of each, and its index over the last day; the worst air first. */
export function AreaGrid({ places, ...shown }: AreaGridProps) {
  const translate = useTranslate()
  const listed = mayOpen(useCaller(), '2-1')
  return (
    <Panel
      area="areas"
      title={translate('overview.areas')}
      beside={translate('overview.areasMeaning')}
      end={listed && <Link to="/monitor/data?mode=map">{translate('overview.map')}</Link>}
      error={places.error}
      onRetry={places.retry}
      waiting={places.rows === undefined}
    >
      <Suspense fallback={<TextSkeleton />}>
        <AreaRows rows={places.rows ?? []} listed={listed} {...shown} />
      </Suspense>
    </Panel>
  )
}
