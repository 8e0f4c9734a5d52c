import { scripted, shownNumber } from './script.ts'

/** Between what values a display script is tried; both null: nobody knows. */
export interface TriedRange {
  min_value: number | null
  max_value: number | null
}

/** In how many steps. */
const STEPS = 64

/** Stored values over a node's range, least first. */
export function triedValues({ min_value: min, max_value: max }: TriedRange): number[] {
  const [from, to] = min !== null && max !== null && max > min ? [min, max] : [0, 100]
  return Array.from({ length: STEPS + 1 }, (_, step) => from + ((to - from) * step) / STEPS)
}

/** A node whose limits may be of what is shown: what its display script is, and between what values it is tried. */
export interface ScaledNode extends TriedRange {
  node_script: string | null
}

/**
 * The script by which a node's values are judged where limits are of what is shown; null where what is shown is what is stored, and where the script
 * makes words of any value, which no limit compares with.
 */
export function judgingScript(node: ScaledNode): string | null {
  const script = node.node_script
  if (script === null || script.trim() === '') return null
  const results = triedValues(node).map((value) => scripted(script, value))
  const isNumeric = results.every((result) => result === null || typeof result === 'number')
  return isNumeric && results.some((result) => result !== null) ? script : null
}

/** A stored value as limits of what is shown are compared with it, without the noise of binary fractions (121 * 0.1); null where nothing is shown. */
export function judgedBy(script: string, value: number): number | null {
  const shown = shownNumber(script, value)
  return shown === null ? null : withoutNoise(shown)
}

/** A number without the noise of binary fractions: 12.1, not 12.100000000000001. */
export const withoutNoise = (value: number): number => Number(value.toPrecision(12))
