import { useTranslate } from 'react-admin'
import { useCallback, useMemo, useState } from 'react'
import type { FeedMessage } from '../../../dataProvider/normalise.ts'
import type { Zone } from '../../../resources/kit/zone.ts'
import { useAreaHours, useWhole } from '../../dashboard/judged/usePlaces.ts'
import type { DeviceStore } from '../../live/deviceStore.ts'
import { useFeed } from '../../live/useFeed.ts'
import { useReadings } from '../../monitor/map/useReadings.ts'
import { useWake } from '../stage/useWake.ts'
import { AlarmsPanel } from './AlarmsPanel.tsx'
import { CityPanel } from './CityPanel.tsx'
import { Slides } from './Slides.tsx'
import { PER_PAGE } from './urgency.ts'
import { Urgent } from './Urgent.tsx'
import { useLasting } from './useLasting.ts'
import css from './situation.module.css'

interface SituationProps {
  store: DeviceStore
  /** A string that changes with the devices' alarms. */
  alarming: string
  areaNames: ReadonlyMap<number, string>
  /** Text if devices are not loaded, or there are none; null if there are devices. */
  none: string | null
  idle: boolean
  zone: Zone
  /** Updated every 30 s. */
  now: number
}

/**
 * The state of the environment now (design 8.8, picture u1): the city on a map, the active alarms, the curve of the
 * most urgent one, the worst stations and the areas. Each part loads its own data, keeps it after a failure, and then
 * shows its age.
 */
export default function Situation({ store, alarming, areaNames, none, idle, zone, now }: SituationProps) {
  const translate = useTranslate()
  useFeed(useCallback((messages: readonly FeedMessage[]) => store.push(messages), [store]))
  const readings = useReadings(null, null)
  const whole = useWhole()
  const areas = useAreaHours()
  const lasting = useLasting(alarming, now)
  const [followed, follow] = useState<number | null>(null)
  const urgent = useMemo(
    () =>
      (lasting.episodes ?? [])
        .filter(({ device_id, nodemap_id }) => device_id !== null && nodemap_id !== null)
        .slice(0, PER_PAGE),
    [lasting.episodes],
  )
  useWake(() => {
    readings.refetch()
    whole.retry()
    areas.retry()
  })
  const row = whole.rows?.find(({ medium }) => medium === 'air')
  // Why no station is judged: not read, loading, no device, or none that can be judged.
  const unjudged = readings.error
    ? translate('bigscreen.noData')
    : readings.isPending
      ? translate('bigscreen.first')
      : (none ?? translate('environment.state.insufficient'))
  return (
    <div className={css.situation} data-part="situation">
      <div className={css.upper}>
        <CityPanel
          store={store}
          readings={readings}
          row={row}
          rowFailed={Boolean(whole.error)}
          none={unjudged}
          idle={idle}
          now={now}
        />
        <AlarmsPanel lasting={lasting} followed={followed} idle={idle} now={now} />
      </div>
      <div className={css.lower}>
        <Urgent
          episodes={urgent}
          hours={row?.hours ?? NONE}
          standard={row ? row.hours.at(-1)?.standard || readings.standard : ''}
          none={translate(
            whole.error
              ? 'bigscreen.noData'
              : whole.offered && whole.rows === undefined
                ? 'bigscreen.first'
                : 'bigscreen.noHistory',
          )}
          idle={idle}
          zone={zone}
          onFollow={follow}
        />
        <Slides readings={readings} areas={areas} areaNames={areaNames} none={unjudged} idle={idle} now={now} />
      </div>
    </div>
  )
}

const NONE: readonly never[] = []
