import { useContext, useMemo, useState } from 'react'
import { byStandard } from '../../environment/byStandard.ts'
import {
  measuredQuantities,
  readingsOf,
  scaleOfQuantity,
  type Quantity,
  type StationReading,
} from '../../environment/quantity.ts'
import { useEnvironment, type Environment } from '../../environment/useEnvironment.ts'
import type { StationVerdict } from '../../environment/verdict.ts'
import { useWind } from '../../environment/useWind.ts'
import type { DeviceStore } from '../../live/deviceStore.ts'
import { lastDataAt } from '../../live/deviceStatus.ts'
import { DisplayContext } from '../../live/display.ts'
import { useListedDevices } from '../../live/useDevice.ts'
import { FEWEST_STATIONS } from '../../map/field/reach.ts'
import type { FieldStation } from '../../map/field/FieldLayer.tsx'
import { windNow } from '../../map/field/wind.ts'
import type { WindAt } from '../../map/field/WindLayer.tsx'
import { knownPlace } from '../../../resources/kit/places.ts'
import { HOUR } from '../../../resources/kit/zone.ts'

/** What the stations say of the quantity in view. */
export interface Readings {
  /** What can be chosen; empty where the platform judges nothing. */
  quantities: readonly Quantity[]
  /** Null: the states of devices. */
  quantity: Quantity | null
  readings: ReadonlyMap<number, StationReading>
  /** All that is judged, a verdict a station and medium. */
  verdicts: Environment['verdicts']
  /** What stands for each station, whatever the quantity. */
  byDevice: Environment['byDevice']
  /** By which the readings are judged; '' before any is. */
  standard: string
  /** How long the means are that are shown by it; several where ozone of some stations is judged by its hour, of others by eight. */
  periods: readonly string[]
  /** The one of them; '' where there are several. */
  period: string
  /** Of the newest reading, epoch ms; null before any. */
  at: number | null
  /** They are on their way for the first time. */
  isPending: boolean
  /** Those of the moment that is asked for are on their way: there are none, and of what else stands here is what was known before. */
  isAwaited: boolean
  /** They could not be read, and as little is known of them. */
  isUnread: boolean
  error: Error | null
  refetch: () => void
}

/** @param chosen null: the first that is measured; @param at a past moment, epoch ms; null: now */
export function useReadings(chosen: Quantity | 'state' | null, at: number | null): Readings {
  const { verdicts: told, byDevice, isPending, isOfBefore, error, refetch } = useEnvironment({ at })
  const [before, setBefore] = useState(told)
  if (told.length > 0 && told !== before) setBefore(told)
  // An hour that cannot be read takes neither the quantity in view away nor the bar, which leads to other hours.
  const isUnread = error !== null && told.length === 0
  const verdicts = isUnread ? before : told
  const isUnknown = isOfBefore || isUnread
  const guess = isUnread && at !== null ? named(chosen) : null
  const quantities = useMemo(() => {
    const measured = measuredQuantities(verdicts)
    return measured.length === 0 && guess !== null ? [guess] : measured
  }, [verdicts, guess])
  const wanted = chosen ?? quantities[0] ?? 'state'
  const quantity = wanted === 'state' || (verdicts.length === 0 && guess === null) ? null : wanted
  const known = useMemo(() => (quantity === null ? NONE : readingsOf(verdicts, quantity)), [verdicts, quantity])
  const first = useMemo(() => firstOf(known), [known])
  const newest = useMemo(() => newestOf(known), [known])
  const periods = useMemo(() => periodsOf(known, first?.standard), [known, first])
  return {
    quantities,
    quantity,
    readings: isUnknown ? NONE : known,
    verdicts,
    byDevice: isUnknown ? NO_VERDICTS : byDevice,
    standard: first?.standard ?? '',
    periods,
    period: periods.length === 1 ? (periods[0] ?? '') : '',
    at: isUnknown ? null : newest,
    isPending,
    isAwaited: isOfBefore,
    isUnread,
    error,
    refetch,
  }
}

const NONE: ReadonlyMap<number, StationReading> = new Map()
const NO_VERDICTS: Environment['byDevice'] = new Map()

/** Under a link to an hour that cannot be read nothing tells what is measured: it is what the link names, else what most stations are judged by. */
const named = (chosen: Quantity | 'state' | null): Quantity => (chosen === null || chosen === 'state' ? 'aqi' : chosen)

/** The verdict that says by which standard readings are told: of several that of most stations with a class. */
function firstOf(readings: ReadonlyMap<number, StationReading>): StationVerdict | null {
  const all = [...readings.values()]
  const judged = all.filter(({ level }) => level !== null)
  const [most] = byStandard(judged.length > 0 ? judged : all, ({ verdict }) => verdict.standard).values()
  return most?.[0]?.verdict ?? null
}

/** Of when the newest is, epoch ms; null of none. Of water each is of its own newest sample. */
const newestOf = (readings: ReadonlyMap<number, StationReading>): number | null =>
  readings.size === 0 ? null : Math.max(...[...readings.values()].map(({ verdict }) => verdict.at))

/** How long the means of a standard are: of stations with a class, of all where none has one. */
function periodsOf(readings: ReadonlyMap<number, StationReading>, standard: string | undefined): readonly string[] {
  const own = [...readings.values()].filter(({ verdict }) => verdict.standard === standard)
  const judged = own.filter(({ level }) => level !== null)
  return [...new Set((judged.length > 0 ? judged : own).map(({ period }) => period))].toSorted()
}

/**
 * The stations a field is drawn of, those of one standard: indices of several are not comparable. Null where it is not: of sound and water, and of
 * fewer than five (design 8.3).
 */
export function useFieldStations(
  store: DeviceStore,
  { quantity, readings }: Pick<Readings, 'quantity' | 'readings'>,
  areas: ReadonlySet<number> | null,
): readonly FieldStation[] | null {
  const devices = useListedDevices(store)
  return useMemo(() => {
    if (quantity === null || scaleOfQuantity(quantity) !== 'a') return null
    const stations: FieldStation[] = []
    const standard = firstOf(readings)?.standard
    for (const device of devices.all()) {
      const reading = readings.get(device.id)
      const value = reading?.verdict.standard === standard ? (reading?.index ?? null) : null
      if (value === null || (areas !== null && !areas.has(device.district_id ?? -1))) continue
      const place = knownPlace(device.positional)
      if (place) stations.push({ place, value })
    }
    return stations.length < FEWEST_STATIONS ? null : stations
  }, [devices, quantity, readings, areas])
}

/** ms */
const OLD_WIND = HOUR

/** Wind where it is measured now, anew every 30 s. */
export function useWinds(store: DeviceStore, areas: ReadonlySet<number> | null): readonly WindAt[] {
  const devices = useListedDevices(store)
  const { now } = useContext(DisplayContext)
  const windOf = useWind()
  return useMemo(() => {
    const winds: WindAt[] = []
    for (const device of devices.all()) {
      // Wind of long ago is none.
      if (now - (lastDataAt(device) ?? 0) > OLD_WIND) continue
      if (areas !== null && !areas.has(device.district_id ?? -1)) continue
      const measured = windOf(device.nodes)
      const wind = measured && windNow(device.nodes, measured)
      const place = wind && knownPlace(device.positional)
      if (wind && place) winds.push({ ...wind, place })
    }
    return winds
  }, [devices, areas, now, windOf])
}
