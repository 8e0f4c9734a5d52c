import { applyScript, shownNumber } from './script.ts'

/** The range over which a display script is sampled; both null: unknown. */
export interface TriedRange {
  min_value: number | null
  max_value: number | null
}

/** Number of intervals of that range. */
const STEPS = 64

/** Returns stored values across a node's range, least first; across 0 to 100 if it has none. */
export function triedValues({ min_value: min, max_value: max }: TriedRange): number[] {
  const [from, to] = min !== null && max !== null && max > min ? [min, max] : [0, 100]
  return Array.from({ length: STEPS + 1 }, (_, step) => from + ((to - from) * step) / STEPS)
}

/** A node whose limits may apply to displayed values: its display script, and the range over which it is sampled. */
export interface ScaledNode extends TriedRange {
  node_script: string | null
}

/**
 * Returns the script through which a node's values are judged if limits apply to displayed values; null if the
 * displayed value is the stored one, and if the script yields a text for any value, since limits cannot be compared
 * with texts.
 */
export function judgingScript(node: ScaledNode): string | null {
  const script = node.node_script
  if (script === null || script.trim() === '') return null
  const results = triedValues(node).map((value) => applyScript(script, value))
  const isNumeric = results.every((result) => result === null || typeof result === 'number')
  return isNumeric && results.some((result) => result !== null) ? script : null
}

/**
 * Returns a stored value in the form that limits of displayed values are compared with, without floating-point noise
 * (121 * 0.1); null if it has no displayed number.
 */
export function comparableValue(script: string, value: number): number | null {
  const shown = shownNumber(script, value)
  return shown === null ? null : withoutNoise(shown)
}

/** Rounds away floating-point noise: 12.1, not 12.100000000000001. */
export const withoutNoise = (value: number): number => Number(value.toPrecision(12))
