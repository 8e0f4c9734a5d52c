import { useStore, useTranslate } from 'react-admin'
import { lazy, memo, Suspense, useMemo } from 'react'
import { useZone } from '../chart/useZone.ts'
import type { DeviceStore } from '../live/deviceStore.ts'
import { useClock } from '../live/useClock.ts'
import { useLiveNames } from '../live/useLiveNames.ts'
import { DisplayContext } from '../live/display.ts'
import { AlarmCounts } from './AlarmCounts.tsx'
import { Areas } from './Areas.tsx'
import { Carousel } from './carousel/Carousel.tsx'
import { ComparePanel } from './queries/ComparePanel.tsx'
import { DeviceStatus } from './DeviceStatus.tsx'
import { HistoryPanel } from './queries/HistoryPanel.tsx'
import { Regions } from './stage/Regions.tsx'
import { regionsOf } from './stage/regions.ts'
import type { WallLayout } from './useLayout.ts'
import { useOverview } from './useOverview.ts'
import type { MissingReason } from './useScreenDevices.ts'
import css from './bigscreen.module.css'

/** Includes the map, which the classic layout does not need. */
const Situation = lazy(() => import('./situation/Situation.tsx'))

interface PanelsProps {
  store: DeviceStore
  missing: MissingReason
  /** The screen is unattended. */
  idle: boolean
  /** null: not known yet. */
  layout: WallLayout | null
}

/** How often ages and the calendar day are updated, ms. */
const MINUTELY = 30_000

/**
 * Everything below the head. A poll does not render it again; only devices that came, left or changed in more than
 * their values do.
 */
export const Panels = memo(function Panels({ store, missing, idle, layout }: PanelsProps) {
  const translate = useTranslate()
  const zone = useZone()
  const names = useLiveNames(true)
  const now = useClock(MINUTELY)
  const today = zone.day(now)
  const [stored, setArea] = useStore<number | null>('bigScreen.area', null)
  const { areas, area, devices, counts, own, treeCounts, alarms, alarming, here } = useOverview(store, names, stored)
  // Shown wherever devices would be: nothing is loaded yet, or there are none.
  const none = translate(missing ? waiting[missing] : 'bigscreen.noRegions')
  const rest = translate('bigscreen.rest')
  const regions = useMemo(() => regionsOf(areas, own, devices.length, rest), [areas, own, devices.length, rest])
  const display = useMemo(() => ({ names, now, zone }), [names, now, zone])
  return (
    <DisplayContext value={display}>
      <div className={css.left}>
        <DeviceStatus total={devices.length} online={counts.online} offline={counts.offline} known={missing === null} />
        <Regions regions={regions} none={none} />
        <AlarmCounts today={today} zone={zone} />
      </div>
      {layout === 'classic' && (
        <div className={css.right}>
          <div className={css.upper}>
            <Areas
              areas={areas}
              counts={missing ? UNKNOWN : treeCounts}
              alarms={alarms}
              selected={area}
              onSelect={setArea}
              waiting={names.areas === undefined && names.areaError === null}
              error={names.areaError}
              onRetry={names.retryAreas}
            />
            <Carousel
              key={area}
              devices={here}
              area={area === null ? translate('bigscreen.all') : (names.areaNames.get(area) ?? '')}
              known={missing === null}
              none={missing || area === null ? none : translate('bigscreen.noDevices')}
              idle={idle}
            />
          </div>
          <div className={css.lower}>
            <HistoryPanel areas={areas} area={area} devices={devices} none={none} today={today} zone={zone} />
            <ComparePanel areas={areas} areaNames={names.areaNames} today={today} zone={zone} />
          </div>
        </div>
      )}
      {layout === null && <Waiting missing={missing} />}
      {layout === 'situation' && (
        <Suspense fallback={<Waiting missing={missing} />}>
          <Situation
            store={store}
            alarming={alarming}
            areaNames={names.areaNames}
            none={devices.length === 0 ? none : null}
            idle={idle}
            zone={zone}
            now={now}
          />
        </Suspense>
      )}
    </DisplayContext>
  )
})

/** Placeholder of the right panels, until the layout is known and its code is loaded. */
function Waiting({ missing }: Pick<PanelsProps, 'missing'>) {
  const translate = useTranslate()
  return (
    <div className={css.panel}>
      <p className={css.none}>{translate(waiting[missing ?? 'first'])}</p>
    </div>
  )
}

/** No area has a number yet. */
const UNKNOWN: ReadonlyMap<number | null, number> = new Map()

/** Text in place of devices, by the reason why there are none. */
const waiting: Record<Exclude<MissingReason, null>, string> = { first: 'bigscreen.first', noData: 'bigscreen.noData' }
