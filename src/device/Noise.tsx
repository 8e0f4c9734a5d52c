import { lazy, Suspense } from 'react'
import { HOUR, type Zone } from '../../resources/kit/zone.ts'
import { mayRead } from '../../resources/reads.ts'
import type { Where } from '../environment/judge.ts'
import { TextSkeleton, useCaller } from '../kit/index.ts'
import { useClock } from '../live/useClock.ts'
import { spanHours, type Span } from './useCurves.ts'
import css from './devicePage.module.css'

const NoiseFigures = lazy(() => import('../history/month/NoiseFigures.tsx'))

interface NoiseCardProps {
  device: number
  /** The node that measures the sound level. */
  node: number
  span: Span
  where: Where
  zone: Zone
}

/** How often all samples of the span are read, ms. */
const POLL_INTERVAL_MS = 600_000

/** Sound levels of the visible span, compared with the limits of the device's noise zone. */
export function NoiseCard({ device, node, span, where, zone }: NoiseCardProps) {
  const to = useClock(POLL_INTERVAL_MS)
  if (!mayRead(useCaller(), 'history')) return null
  return (
    <div className={css.card} data-part="noise">
      <Suspense fallback={<TextSkeleton />}>
        <NoiseFigures
          device={device}
          node={node}
          range={{ from: to - spanHours[span] * HOUR, to }}
          where={where}
          zone={zone}
        />
      </Suspense>
    </div>
  )
}
