import type { PlaceHour } from '../../../dataProvider/calls/placeHours.ts'
import { isPollutant, type Quantity } from '../../environment/quantity.ts'

/** An hour in one quantity; `missing` is what an index was made without. */
export type HourReading = Pick<PlaceHour, 'index' | 'level' | 'missing'>

/** What an hour of a place says of a quantity; null: nothing. */
export function hourReading(hour: PlaceHour | undefined, quantity: Quantity): HourReading | null {
  if (!hour) return null
  if (!isPollutant(quantity)) return { index: hour.index, level: hour.level, missing: hour.missing }
  const part = hour.parts[quantity]
  return part ? { index: part.index, level: part.level, missing: [] } : null
}
