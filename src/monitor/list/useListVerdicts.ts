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
  /** Empty on a platform that judges nothing, and before it is known. */
  byDevice: ReadonlyMap<number, StationVerdict>
  /** What the list is narrowed and sorted by. */
  facts: Pick<DeviceListQuery, 'verdicts' | 'classRanks' | 'readings' | 'boundReadings'>
  /** The scales in which devices are judged, each with the standards by which, that of most first. */
  standards: Standards
  /** The unit of the quantity that is bounded; '' where there is none. */
  unit: string
  /** What the list can be sorted by, and bounded. */
  quantities: readonly Quantity[]
  /**
   * `standard`: by which the class is that the list is narrowed to; null where one judges all. `decides`, `bounds`: the list is narrowed or sorted by what law says,
   * and that is known. Its order is taken anew where one of these changes.
   */
  order: { standard: string | null; isWorseLow: boolean; isBoundLow: boolean; decides: boolean; bounds: boolean }
}

export type Standards = ReadonlyMap<Scale, readonly string[]>

/**
 * What law says of the listed devices, as far as the list asks for it: values of single pollutants only while it is sorted or bounded by one.
 *
 * @param at a past moment, epoch ms; null: now
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
  // An address of before says none: then it is that of most, for classes of several do not compare.
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

/** What the address names is among them, though nothing is judged by it now. */
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
