import type { PlaceHour } from '../../../dataProvider/calls/environmentHours.ts'
import { isPollutant, scaleOfQuantity, type Quantity } from '../../environment/quantity.ts'
import { LEVELS, noiseLevel } from '../../environment/scale.ts'

/** What an hour of a place says of a quantity, its level on our scales; null: nothing. */
export function hourReading(
  hour: PlaceHour | undefined,
  quantity: Quantity,
): { index: number | null; level: number | null } | null {
  const told = hour && (isPollutant(quantity) ? hour.parts[quantity] : hour)
  if (!told) return null
  const scale = scaleOfQuantity(quantity)
  const level = scale === 'n' ? noiseLevel(told.level, hour.exceeded) : told.level
  return { index: told.index, level: level === null ? null : Math.min(level, LEVELS[scale]) }
}
