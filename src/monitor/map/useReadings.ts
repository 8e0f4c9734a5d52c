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

/** The stations' readings of the quantity in view. */
export interface Readings {
  /** The quantities to choose from; empty on a platform that judges nothing. */
  quantities: readonly Quantity[]
  /** Null: the marks show the states of devices. */
  quantity: Quantity | null
  readings: ReadonlyMap<number, StationReading>
  /** All verdicts, one per station and medium. */
  verdicts: Environment['verdicts']
  /** The main verdict of each station, whatever the quantity. */
  byDevice: Environment['byDevice']
  /** Standard of the readings; '' before there are any. */
  standard: string
  /**
   * Averaging periods of the means shown under that standard; several if ozone is judged by one hour at some stations
   * and by eight hours at others.
   */
  periods: readonly string[]
  /** The only period; '' if there are several. */
  period: string
  /** Time of the newest reading, ms since the epoch; null before there are any. */
  at: number | null
  /** The first answer is loading. */
  isPending: boolean
  /**
   * The readings of the requested moment are loading: `readings` is empty, and the other fields hold the previous
   * answer.
   */
  isAwaited: boolean
  /** The requested readings could not be read: `readings` is empty, and the other fields hold the previous answer. */
  isUnread: boolean
  error: Error | null
  refetch: () => void
}

/** @param chosen null: the first quantity that is measured; @param at a past moment, ms since the epoch; null: now */
export function useReadings(chosen: Quantity | 'state' | null, at: number | null): Readings {
  const { verdicts: told, byDevice, isPending, isOfBefore, error, refetch } = useEnvironment({ at })
  const [before, setBefore] = useState(told)
  if (told.length > 0 && told !== before) setBefore(told)
  // An hour that cannot be read removes neither the quantity in view nor the time bar, which leads to other hours.
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

/**
 * Returns the quantity for a link to an hour that cannot be read, where no answer lists the measured quantities: the
 * one in the link, else the air index, by which most stations are judged.
 */
const named = (chosen: Quantity | 'state' | null): Quantity => (chosen === null || chosen === 'state' ? 'aqi' : chosen)

/** Returns the verdict that determines the standard: of several standards that of the most stations with a class. */
function firstOf(readings: ReadonlyMap<number, StationReading>): StationVerdict | null {
  const all = [...readings.values()]
  const judged = all.filter(({ level }) => level !== null)
  const [most] = byStandard(judged.length > 0 ? judged : all, ({ verdict }) => verdict.standard).values()
  return most?.[0]?.verdict ?? null
}

/**
 * Returns the time of the newest reading, ms since the epoch; null without readings. For water each reading has the
 * time of its own newest sample.
 */
const newestOf = (readings: ReadonlyMap<number, StationReading>): number | null =>
  readings.size === 0 ? null : Math.max(...[...readings.values()].map(({ verdict }) => verdict.at))

/** Returns the averaging periods under a standard: of stations with a class, or of all stations if none has a class. */
function periodsOf(readings: ReadonlyMap<number, StationReading>, standard: string | undefined): readonly string[] {
  const own = [...readings.values()].filter(({ verdict }) => verdict.standard === standard)
  const judged = own.filter(({ level }) => level !== null)
  return [...new Set((judged.length > 0 ? judged : own).map(({ period }) => period))].toSorted()
}

/**
 * Returns the stations from which a field is interpolated, all of one standard, since indices of different standards
 * are not comparable. Null if no field is drawn: for sound and water, and for fewer than five stations (design 8.3).
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

/** Age from which wind is ignored, ms. */
const OLD_WIND = HOUR

/** Returns the wind where it is measured now, updated every 30 s. */
export function useWinds(store: DeviceStore, areas: ReadonlySet<number> | null): readonly WindAt[] {
  const devices = useListedDevices(store)
  const { now } = useContext(DisplayContext)
  const windOf = useWind()
  return useMemo(() => {
    const winds: WindAt[] = []
    for (const device of devices.all()) {
      // Old wind data is ignored.
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
