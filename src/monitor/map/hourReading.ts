import type { PlaceHour } from '../../../dataProvider/calls/placeHours.ts'
import { isPollutant, mediumOfQuantity, partKeyOf, type Quantity } from '../../environment/quantity.ts'

/** An hour's reading of one quantity; `missing`: pollutants that an index lacks. */
export interface HourReading extends Pick<PlaceHour, 'standard' | 'index' | 'level' | 'missing'> {
  /** The value for a plate: the index, the pollutant's mean, the sound level; null for water, which shows its class. */
  value: number | null
  /**
   * The mean that `value` is, like o3_8h; '' for the hour as a whole. Its period depends on the standard
   * (`periodOfMean`).
   */
  mean: string
}

/** Returns an hour's reading of a quantity; null if the hour has none. */
export function hourReading(hour: PlaceHour | undefined, quantity: Quantity): HourReading | null {
  if (!hour) return null
  const { standard, index, level, missing, parts } = hour
  if (!isPollutant(quantity)) {
    const value = mediumOfQuantity(quantity) === 'noise' ? (parts['leq']?.value ?? null) : index
    return { standard, index, level, missing, value, mean: '' }
  }
  const mean = partKeyOf(parts, quantity)
  const part = parts[mean]
  if (!part) return null
  return { standard, index: part.index, level: part.level, missing: [], value: part.value, mean }
}
