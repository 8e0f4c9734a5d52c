import { useTranslate } from 'react-admin'
import { lazy, Suspense } from 'react'
import type { Environment } from '../../environment/useEnvironment.ts'
import { Skeleton } from '../../kit/index.ts'
import type { DeviceStore } from '../../live/deviceStore.ts'
import { Panel } from './Panel.tsx'

/** Height of five rows, px. */
const HEIGHT = 255

const WorstRows = lazy(async () => ({ default: (await import('./rows.ts')).WorstRows }))

/** The five worst stations, each with the deciding pollutant; shown if any station is judged. */
export function Worst({ environment, store }: { environment: Environment; store: DeviceStore }) {
  const translate = useTranslate()
  return (
    <Panel
      area="worst"
      title={translate('overview.worst')}
      error={environment.verdicts.length === 0 ? environment.error : null}
      onRetry={environment.refetch}
      waiting={environment.verdicts.length === 0}
    >
      <Suspense fallback={<Skeleton height={HEIGHT} />}>
        <WorstRows verdicts={environment.verdicts} store={store} />
      </Suspense>
    </Panel>
  )
}
