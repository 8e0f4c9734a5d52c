import { useMemo } from 'react'
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

export interface ListVerdicts {
  /** Empty on a platform that judges nothing, and before it is known. */
  byDevice: ReadonlyMap<number, StationVerdict>
  /** What the list is narrowed and sorted by. */
  facts: Pick<DeviceListQuery, 'verdicts' | 'readings' | 'boundReadings'>
  /** The scales in which devices are judged, each with a standard whose words its classes have. */
  scales: ReadonlyMap<Scale, string>
  /** The unit of the quantity that is bounded; '' where there is none. */
  unit: string
  /** What the list can be sorted by, and bounded. */
  quantities: readonly Quantity[]
  /** `decides`, `bounds`: the list is narrowed or sorted by what law says, and that is known. Its order is taken anew where one of these changes. */
  order: { isWorseLow: boolean; isBoundLow: boolean; decides: boolean; bounds: boolean }
}

/** What law says of the listed devices, as far as the list asks for it: values of single pollutants only while it is sorted or bounded by one. */
export function useListVerdicts({ sort, judged, bounded }: MonitorParams, enabled: boolean): ListVerdicts {
  const quantity = isQuantity(sort) ? sort : null
  const parts = [quantity, bounded].some((one) => one !== null && isPollutant(one))
  const { verdicts, byDevice } = useEnvironment({ parts, enabled })
  const readings = useReadingsOf(verdicts, quantity)
  const boundReadings = useReadingsOf(verdicts, bounded)
  const facts = useMemo(
    () => ({ verdicts: byStation(verdicts), readings, boundReadings }),
    [verdicts, readings, boundReadings],
  )
  const quantities = useMemo(() => sortableQuantities(verdicts), [verdicts])
  // Of several standards the first names the classes.
  const scales = useMemo(
    () => new Map(verdicts.map(({ scale, standard }) => [scale, standard] as const).toReversed()),
    [verdicts],
  )
  const [first] = boundReadings?.values() ?? []
  const [isLow, isBoundLow] = [isLowOf(quantity), isLowOf(bounded)]
  const bounds = first !== undefined
  const decides =
    quantity === null
      ? (sort === 'class' || judged !== null) && byDevice.size > 0
      : readings !== undefined && readings.size > 0
  const order = useMemo(
    () => ({ isWorseLow: isLow, isBoundLow, decides, bounds }),
    [isLow, isBoundLow, decides, bounds],
  )
  return {
    byDevice,
    facts,
    scales,
    unit: bounded === null ? '' : unitOfQuantity(bounded),
    quantities,
    order,
  }
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
