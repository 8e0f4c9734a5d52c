import type { Verdict } from '../../dataProvider/calls/quality.ts'
import { shapeOf, withoutNoise } from '../../resources/kit/reading.ts'

/**
 * How a node displays its raw values: `shown = offset + factor * stored`; null if the display is not linear, or
 * unknown.
 */
export type ShownLine = { factor: number; offset: number } | null

const AS_STORED = { factor: 1, offset: 0 }

/** Derives the line from a display script in the node's record; null or blank means no script. */
export const shownLineOf = (script: string | null): ShownLine =>
  script === null || script.trim() === '' ? AS_STORED : shapeOf(script, { min_value: null, max_value: null }).line

/** A correction of raw values. */
export type Correction = Pick<Verdict, 'zero' | 'factor' | 'value'>

/**
 * Converts a correction of displayed values to one of raw values, which the platform stores; unchanged if there is no
 * line.
 */
export function asStored({ zero = 0, factor = 1, value }: Correction, line: ShownLine): Correction {
  const { factor: slope, offset } = line ?? AS_STORED
  if (value !== undefined) return { value: withoutNoise((value - offset) / slope) }
  // The whole span is then displayed as 0.
  if (factor === 0 && offset !== 0) return { value: withoutNoise(-offset / slope) }
  return { zero: factor === 0 ? zero : withoutNoise((offset / factor - offset + zero) / slope), factor }
}

/** The reverse of asStored: converts a value of a stored correction to display units. */
export const shownValue = (value: number, line: ShownLine): number =>
  line ? withoutNoise(line.offset + line.factor * value) : value

export const shownZero = (zero: number, factor: number, line: ShownLine): number =>
  line && factor !== 0 ? withoutNoise(line.factor * zero + line.offset - line.offset / factor) : zero
