import type { PlaceHour } from '../../../dataProvider/calls/placeHours.ts'
import { isPollutant, mediumOfQuantity, partKeyOf, type Quantity } from '../../environment/quantity.ts'

/** An hour in one quantity; `missing` is what an index was made without. */
export interface HourReading extends Pick<PlaceHour, 'standard' | 'index' | 'level' | 'missing'> {
  /** What a plate would show of it: the index, the mean of the pollutant, the level of sound; null of water, whose class says it. */
  value: number | null
  /** The mean that `value` is, like o3_8h; '' of an hour as a whole. How long it is depends on the standard (`periodOfMean`). */
  mean: string
}

/** What an hour of a place says of a quantity; null: nothing. */
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
