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
import { useEnvironment } from '../../environment/useEnvironment.ts'
import type { StationVerdict } from '../../environment/verdict.ts'
import { isQuantity, type MonitorParams } from '../monitorParams.ts'

export interface ListVerdicts {
  /** Empty on a platform that judges nothing, and before it is known. */
  byDevice: ReadonlyMap<number, StationVerdict>
  /** What stations say of the quantity that the list is sorted by. */
  readings: ReadonlyMap<number, StationReading> | undefined
  /** Its unit, as its standard has it; '' where there is none. */
  unit: string
  /** What the list can be sorted by. */
  quantities: readonly Quantity[]
  /** `decides`: the list is narrowed or sorted by what law says, and that is known. Its order is taken anew where one of both changes. */
  order: { isWorseLow: boolean; decides: boolean }
}

/** What law says of the listed devices, as far as the list asks for it: values of single pollutants only while it is sorted by one. */
export function useListVerdicts({ sort, judged }: MonitorParams, enabled: boolean): ListVerdicts {
  const quantity = isQuantity(sort) ? sort : null
  const { verdicts, byDevice } = useEnvironment({ parts: quantity !== null && isPollutant(quantity), enabled })
  const readings = useMemo(() => (quantity === null ? undefined : readingsOf(verdicts, quantity)), [verdicts, quantity])
  const quantities = useMemo(() => sortableQuantities(verdicts), [verdicts])
  const [first] = readings?.values() ?? []
  const low = quantity !== null && isWorseLow(quantity)
  const decides = quantity === null ? (sort === 'class' || judged !== 'all') && byDevice.size > 0 : first !== undefined
  const order = useMemo(() => ({ isWorseLow: low, decides }), [low, decides])
  return {
    byDevice,
    readings,
    unit: quantity === null ? '' : unitOfQuantity(quantity, first?.verdict.standard),
    quantities,
    order,
  }
}
