import { Marker } from 'react-leaflet'
import type { Pair } from '../../../../resources/kit/datum.ts'
import { BaseMap } from '../../../map/BaseMap.tsx'
import { useGroundContext } from '../../../map/groundContext.ts'
import { pinIcon, type PinLook } from '../../../map/icons.ts'

interface PlaceMapProps {
  place: Pair
  name: string
  look: PinLook
}

/** Zoom that is close enough to tell streets apart. */
const NEAR = 14

/** Place of the episode on a small map. Brings Leaflet along, so load it lazily. */
export default function PlaceMap({ place, name, look }: PlaceMapProps) {
  return (
    <BaseMap small label={name} view={{ centre: place, zoom: NEAR }}>
      <Pin place={place} name={name} look={look} />
    </BaseMap>
  )
}

function Pin({ place, name, look }: PlaceMapProps) {
  const { toMap } = useGroundContext()
  return <Marker position={toMap(place)} icon={pinIcon(look, false)} interactive={false} keyboard={false} alt={name} />
}
