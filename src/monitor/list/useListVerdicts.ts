import { useMemo } from 'react'
import { byStandard } from '../../environment/byStandard.ts'
import {
  isPollutant,
  isWorseLow,
  readingsOf,
  sortableQuantities,
  unitOfQuantity,
  type Quantity,
  type StationReading,
} from '../../environment/quantity.ts'
import type { Scale } from '../../environment/scale.ts'
import { useEnvironment } from '../../environment/useEnvironment.ts'
import type { StationVerdict } from '../../environment/verdict.ts'
import type { DeviceListQuery } from '../../live/deviceList.ts'
import { isQuantity, type MonitorParams } from '../monitorParams.ts'
import { classRanks } from './classRanks.ts'

export interface ListVerdicts {
  /** Empty on a platform that judges nothing, and before the verdicts are loaded. */
  byDevice: ReadonlyMap<number, StationVerdict>
  /** The data by which the list is filtered and sorted. */
  facts: Pick<DeviceListQuery, 'verdicts' | 'classRanks' | 'readings' | 'boundReadings'>
  /** The scales by which devices are judged, each with its standards, that of the most stations first. */
  standards: Standards
  /** The unit of the bounded quantity; '' if there is none. */
  unit: string
  /** The quantities by which the list can be sorted and bounded. */
  quantities: readonly Quantity[]
  /**
   * `standard`: standard of the class filter; null if one standard applies to all. `decides`, `bounds`: the list is
   * sorted or filtered by verdicts, and they are loaded. A change of any of these sorts the list again.
   */
  order: { standard: string | null; isWorseLow: boolean; isBoundLow: boolean; decides: boolean; bounds: boolean }
}

export type Standards = ReadonlyMap<Scale, readonly string[]>

/**
 * Loads the verdicts of the listed devices, as far as the list needs them: values of single pollutants only while the
 * list is sorted or bounded by one.
 *
 * @param at a past moment, ms since the epoch; null: now
 */
export function useListVerdicts(
  { sort, judged, standard, bounded }: MonitorParams,
  enabled: boolean,
  at: number | null,
): ListVerdicts {
  const quantity = isQuantity(sort) ? sort : null
  const parts = [quantity, bounded].some((one) => one !== null && isPollutant(one))
  const { verdicts, byDevice } = useEnvironment({ parts, enabled, at, isStrict: true })
  const readings = useReadingsOf(verdicts, quantity)
  const boundReadings = useReadingsOf(verdicts, bounded)
  const facts = useMemo(
    () => ({ verdicts: byStation(verdicts), classRanks: classRanks(byDevice), readings, boundReadings }),
    [verdicts, byDevice, readings, boundReadings],
  )
  const quantities = useMemo(() => sortableQuantities(verdicts), [verdicts])
  const scale = judged?.scale ?? null
  const standards = useMemo(() => standardsOf(verdicts, scale, standard), [verdicts, scale, standard])
  const own = (scale !== null && standards.get(scale)) || []
  // An old address names no standard: it means that of the most stations, since classes of different standards are not
  // comparable.
  const by = judged === null ? null : (standard ?? (own.length > 1 ? (own[0] ?? null) : null))
  const [first] = boundReadings?.values() ?? []
  const [isLow, isBoundLow] = [isLowOf(quantity), isLowOf(bounded)]
  const bounds = first !== undefined
  const decides =
    quantity === null
      ? (sort === 'class' || judged !== null) && byDevice.size > 0
      : readings !== undefined && readings.size > 0
  const order = useMemo(
    () => ({ standard: by, isWorseLow: isLow, isBoundLow, decides, bounds }),
    [by, isLow, isBoundLow, decides, bounds],
  )
  return {
    byDevice,
    facts,
    standards,
    unit: bounded === null ? '' : unitOfQuantity(bounded),
    quantities,
    order,
  }
}

/** Includes the standard that the address names, even if no station is judged by it now. */
function standardsOf(verdicts: readonly StationVerdict[], chosen: Scale | null, named: string | null): Standards {
  const scales = [...new Set(verdicts.map(({ scale }) => scale))]
  const found = new Map(
    scales.map((scale) => {
      const own = verdicts.filter((verdict) => verdict.scale === scale)
      return [scale, [...byStandard(own, ({ standard }) => standard).keys()]]
    }),
  )
  if (chosen !== null && named !== null) found.set(chosen, [...new Set([...(found.get(chosen) ?? []), named])])
  return found
}

function byStation(verdicts: readonly StationVerdict[]): ReadonlyMap<number, readonly StationVerdict[]> {
  const found = new Map<number, StationVerdict[]>()
  for (const verdict of verdicts) {
    const own = found.get(verdict.deviceid)
    if (own) own.push(verdict)
    else found.set(verdict.deviceid, [verdict])
  }
  return found
}

const isLowOf = (quantity: Quantity | null): boolean => quantity !== null && isWorseLow(quantity)

const useReadingsOf = (
  verdicts: readonly StationVerdict[],
  quantity: Quantity | null,
): ReadonlyMap<number, StationReading> | undefined =>
  useMemo(() => (quantity === null ? undefined : readingsOf(verdicts, quantity)), [verdicts, quantity])
