import { triedValues, withoutNoise, type TriedRange } from './scale.ts'
import { applyScript } from './script.ts'

/** How a display script maps stored values to displayed ones over its node's range. */
export interface ScriptShape {
  /** `shown = offset + factor * stored`; null if the script is not linear, or constant. */
  line: { factor: number; offset: number } | null
  /** Whether displayed values only rise, or only fall, as stored values rise. */
  isMonotonic: boolean
}

/**
 * Determines the shape of a script by sampling it.
 *
 * @param script a script that values are judged through (judgingScript)
 */
export function shapeOf(script: string, range: TriedRange): ScriptShape {
  const stored = triedValues(range)
  const shown = stored.map((value) => applyScript(script, value))
  const numbers = shown.filter((value): value is number => typeof value === 'number')
  const rises = numbers.slice(1).map((value, at) => value - (numbers[at] as number))
  const isMonotonic = rises.every((rise) => rise >= 0) || rises.every((rise) => rise <= 0)
  const [first, last] = [shown[0], shown.at(-1)]
  if (numbers.length < stored.length || typeof first !== 'number' || typeof last !== 'number' || first === last)
    return { line: null, isMonotonic }
  const [from, to] = [stored[0] as number, stored.at(-1) as number]
  const factor = (last - first) / (to - from)
  const offset = first - factor * from
  const size = Math.max(Math.abs(first), Math.abs(last))
  const isStraight = stored.every(
    (value, at) => Math.abs(offset + factor * value - (numbers[at] as number)) <= 1e-9 * size,
  )
  return { line: isStraight ? { factor: withoutNoise(factor), offset: withoutNoise(offset) } : null, isMonotonic }
}
