import { createPortal } from 'react-dom'
import { mayOpen } from '../../../resources/kit/access.ts'
import type { Zone } from '../../../resources/kit/zone.ts'
import type { Environment } from '../../environment/useEnvironment.ts'
import { useCaller } from '../../kit/index.ts'
import type { DeviceStore } from '../../live/deviceStore.ts'
import type { Poller } from '../../live/poller.ts'
import { isLoaded, usePollState } from '../../live/usePoll.ts'
import type { LiveNames } from '../../live/useLiveNames.ts'
import { PANEL_KEY } from '../figures.ts'
import { AirPanel } from './Air.tsx'
import { AreaGrid } from './AreaGrid.tsx'
import { Changed } from './Changed.tsx'
import { ClassesPanel } from './Classes.tsx'
import { DataTrust } from './DataTrust.tsx'
import { DevicesPanel } from './Devices.tsx'
import { NeedsMe } from './NeedsMe.tsx'
import { useOpenAlarms } from './openAlarms.ts'
import { Sentence } from './Sentence.tsx'
import { useOffline } from './useOffline.ts'
import { useAreaHours, useWhole } from './usePlaces.ts'
import { Worst } from './Worst.tsx'
import css from './judged.module.css'

interface JudgedOverviewProps {
  environment: Environment
  store: DeviceStore
  poll: Poller
  names: LiveNames
  zone: Zone
  now: number
  /** Element in the page's head that holds the sentence; null until it is mounted. */
  head: HTMLElement | null
}

/**
 * The overview of a platform that judges its measurements (design 8.4): is all well, what changed, what needs me. Each
 * part works without the others; without hours, the current verdicts of stations are shown.
 */
export default function JudgedOverview({ environment, store, poll, names, zone, now, head }: JudgedOverviewProps) {
  const caller = useCaller()
  const whole = useWhole()
  const areas = useAreaHours()
  const alarms = useOpenAlarms()
  const offline = useOffline(store, names.closedAreas)
  const loaded = usePollState(poll, isLoaded)
  const media = new Set(environment.verdicts.map(({ medium }) => medium))
  // Standards for hours for which the platform reports none; '' if a medium has several.
  const standards: Record<string, string> = {}
  for (const { medium, standard } of environment.verdicts)
    standards[medium] = (standards[medium] ?? standard) === standard ? standard : ''
  const closed = names.areas === undefined && names.areaError === null ? null : names.closedAreas
  return (
    <>
      {head &&
        createPortal(
          <Sentence
            alarms={alarms}
            whole={whole}
            standards={standards}
            offline={loaded ? offline.length : null}
            now={now}
          />,
          head,
        )}
      <div className={css.overview}>
        <div className={css.row}>
          {media.has('air') && (
            <AirPanel
              places={whole}
              verdicts={environment.verdicts}
              standard={standards['air'] ?? ''}
              zone={zone}
              now={now}
            />
          )}
          {(['noise', 'water'] as const).map(
            (medium) =>
              whole.offered &&
              media.has(medium) && (
                <ClassesPanel
                  key={medium}
                  medium={medium}
                  places={whole}
                  standard={standards[medium] ?? ''}
                  now={now}
                />
              ),
          )}
          {mayOpen(caller, PANEL_KEY) && <DevicesPanel store={store} poll={poll} closedAreas={closed} />}
        </div>
        <div className={css.row}>
          {alarms.allowed && <NeedsMe alarms={alarms} zone={zone} now={now} />}
          <Changed
            places={areas}
            standards={standards}
            areaNames={names.areaNames}
            offline={offline}
            zone={zone}
            now={now}
          />
        </div>
        <div className={css.row}>
          {areas.offered && (
            <AreaGrid places={areas} standards={standards} areaNames={names.areaNames} zone={zone} now={now} />
          )}
          <Worst environment={environment} store={store} />
          <DataTrust offline={offline} zone={zone} now={now} />
        </div>
      </div>
    </>
  )
}
