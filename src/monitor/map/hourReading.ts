import type { PlaceHour } from '../../../dataProvider/calls/placeHours.ts'
import { isPollutant, type Quantity } from '../../environment/quantity.ts'

/** What an hour of a place says of a quantity; null: nothing. */
export function hourReading(
  hour: PlaceHour | undefined,
  quantity: Quantity,
): { index: number | null; level: number | null } | null {
  const told = hour && (isPollutant(quantity) ? hour.parts[quantity] : hour)
  return told ? { index: told.index, level: told.level } : null
}
