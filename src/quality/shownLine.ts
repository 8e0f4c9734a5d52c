import type { Verdict } from '../../dataProvider/calls/quality.ts'
import { shapeOf, withoutNoise } from '../../resources/kit/reading.ts'

/** How a node shows its stored values: `shown = offset + factor * stored`; null where that is no straight line, or nobody knows it. */
export type ShownLine = { factor: number; offset: number } | null

const AS_STORED = { factor: 1, offset: 0 }

/** By a display script as the node's record has it; null or blank for none. */
export const shownLineOf = (script: string | null): ShownLine =>
  script === null || script.trim() === '' ? AS_STORED : shapeOf(script, { min_value: null, max_value: null }).line

/** What a correction says of values as they are stored. */
export type Correction = Pick<Verdict, 'zero' | 'factor' | 'value'>

/** A correction of what is shown as one of what is stored, which the platform keeps; as it is where there is no line. */
export function asStored({ zero = 0, factor = 1, value }: Correction, line: ShownLine): Correction {
  const { factor: slope, offset } = line ?? AS_STORED
  if (value !== undefined) return { value: withoutNoise((value - offset) / slope) }
  // All of the span is shown as 0 then.
  if (factor === 0 && offset !== 0) return { value: withoutNoise(-offset / slope) }
  return { zero: factor === 0 ? zero : withoutNoise((offset / factor - offset + zero) / slope), factor }
}

/** The same the other way round: what a kept correction says of values as they are shown. */
export const shownValue = (value: number, line: ShownLine): number =>
  line ? withoutNoise(line.offset + line.factor * value) : value

export const shownZero = (zero: number, factor: number, line: ShownLine): number =>
  line && factor !== 0 ? withoutNoise(line.factor * zero + line.offset - line.offset / factor) : zero
