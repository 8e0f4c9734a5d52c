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
  /** A text that changes with the alarms of the devices. */
  alarming: string
  areaNames: ReadonlyMap<number, string>
  /** Text where no device is known, or there is none; null where there are devices. */
  none: string | null
  idle: boolean
  zone: Zone
  /** Anew every 30 s. */
  now: number
}

/**
 * What the environment is like now (design 8.8, picture u1): the city on a map, the alarms that last, the curve of the most urgent, the worst
 * stations and the areas. Each part asks for its own, keeps what it had where that fails, and says since when it stands.
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
  // Why no station is judged: not read, on its way, no device, or none of them can be.
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
