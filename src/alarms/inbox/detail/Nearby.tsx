import { useTranslate } from 'react-admin'
import { useMemo } from 'react'
import { Link } from 'react-router-dom'
import type { Pair } from '../../../../resources/kit/datum.ts'
import { nearest } from '../../../../resources/kit/nearest.ts'
import { deviceAddress } from '../../../../resources/menu.ts'
import { Badge } from '../../../kit/index.ts'
import type { DeviceStore } from '../../../live/deviceStore.ts'
import { statusOf } from '../../../live/deviceStatus.ts'
import { useListedDevices } from '../../../live/useDevice.ts'
import { useClosedAreas } from '../../../live/useLiveNames.ts'
import { distanceText } from '../../../map/nearest.ts'
import { useBellDevices } from '../../bell/devices.ts'
import { useInbox } from '../InboxContext.ts'
import css from './detail.module.css'

interface NearbyProps {
  /** The device itself, and where it is known to stand. */
  device: number
  place: Pair
}

/**
 * The three devices nearest to a place with their states, taken from the devices that the bell knows; nothing where it
 * knows none.
 */
export function Nearby(props: NearbyProps) {
  const store = useBellDevices()
  return store && <List {...props} store={store} />
}

const MAX_SHOWN = 3

function List({ device, place: [lng, lat], store }: NearbyProps & { store: DeviceStore }) {
  const translate = useTranslate()
  const { now } = useInbox()
  const closedAreas = useClosedAreas()
  const listed = useListedDevices(store)
  // One more than shown, since the device itself is among the nearest.
  const near = useMemo(() => nearest(listed.heads(), [lng, lat], MAX_SHOWN + 1), [listed, lng, lat])
  const shown = near.filter(({ id }) => id !== device).slice(0, MAX_SHOWN)
  if (shown.length === 0) return null
  return (
    <div className={css.near}>
      <h4>{translate('inbox.near')}</h4>
      <ul aria-label={translate('inbox.near')}>
        {shown.map(({ id, name, metres }) => {
          const state = store.get(id)
          const status = state ? statusOf(state, { closedAreas, now }) : 'unknown'
          return (
            <li key={id}>
              <Link to={deviceAddress(id)}>{name}</Link>
              <small>{distanceText(metres)}</small>
              <Badge tone={status}>{translate(`shell.status.${status}`)}</Badge>
            </li>
          )
        })}
      </ul>
    </div>
  )
}
