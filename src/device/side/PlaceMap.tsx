import { Marker } from 'react-leaflet'
import type { Pair } from '../../../resources/kit/datum.ts'
import type { Status } from '../../kit/index.ts'
import { BaseMap } from '../../map/BaseMap.tsx'
import { useGroundContext } from '../../map/groundContext.ts'
import { pinIcon } from '../../map/icons.ts'

interface PlaceMapProps {
  place: Pair
  name: string
  status: Status
}

/** Close enough to tell the streets apart. */
const NEAR = 15

/** The device's position on a small map. Includes Leaflet: load it lazily. */
export default function PlaceMap({ place, name, status }: PlaceMapProps) {
  return (
    <BaseMap small label={name} view={{ centre: place, zoom: NEAR }}>
      <Mark place={place} name={name} status={status} />
    </BaseMap>
  )
}

function Mark({ place, name, status }: PlaceMapProps) {
  const { toMap } = useGroundContext()
  return (
    <Marker position={toMap(place)} icon={pinIcon(status, false)} interactive={false} keyboard={false} alt={name} />
  )
}
