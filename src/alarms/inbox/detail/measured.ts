import { HOUR } from '../../../../resources/kit/zone.ts'
import type { Line } from '../../../chart/model.ts'

/**
 * Returns the newest sample of a line up to a moment (epoch ms); null where no sample came within the hour before it,
 * and for a switch.
 */
export function sampleAt(
  { times, values, positions }: Pick<Line, 'times' | 'values' | 'positions'>,
  moment: number,
): { at: number; value: number } | null {
  const place = times.findLastIndex((at) => at <= moment)
  const [at, value] = [times[place], values[place]]
  return positions || at === undefined || value == null || moment - at > HOUR ? null : { at, value }
}
