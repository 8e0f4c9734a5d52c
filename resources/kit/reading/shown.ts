import { isReadOnlySwitch, isSwitch } from './register.ts'
import { applyScript, shownNumber } from './script.ts'
import { numberText } from './text.ts'

/** The properties of a node that its readings depend on. */
export interface ReadNode {
  registertype: number | null
  /** Null if there is none. */
  node_script: string | null
}

/**
 * A node's last value as displayed: a number or a script's text, the position of a switch, or no reading with the
 * reason.
 */
export type NodeReading =
  | { kind: 'number'; value: number; text: string }
  | { kind: 'text'; text: string }
  | { kind: 'switch'; on: boolean; readOnly: boolean }
  | { kind: 'none'; reason: 'noData' | 'badScript' }

/**
 * Returns the reading of a node.
 *
 * @param value stored value; null before the first
 */
export function readNode({ value, ...node }: ReadNode & { value: number | null }): NodeReading {
  if (value === null) return { kind: 'none', reason: 'noData' }
  const result = applyScript(node.node_script, value)
  if (result === null) return { kind: 'none', reason: 'badScript' }
  if (typeof result === 'string') return { kind: 'text', text: result }
  if (isSwitch(node)) return { kind: 'switch', on: Number(result) !== 0, readOnly: isReadOnlySwitch(node) }
  return { kind: 'number', value: Number(result), text: numberText(Number(result)) }
}

/**
 * Returns the values to draw as a line: through the node's script if it yields numbers; empty if it yields texts, and
 * for switches.
 */
export function lineValues(node: ReadNode, values: readonly number[]): readonly number[] {
  if (isSwitch(node)) return []
  if (node.node_script === null) return values
  const results = values.map((value) => applyScript(node.node_script, value))
  return results.every((result): result is number => typeof result === 'number') ? results : []
}

/**
 * Returns where the value lies in the node's range, 0 to 1; null if it has none. The range applies to the stored value,
 * before its script.
 */
export function rangePart({
  value,
  min_value: min,
  max_value: max,
}: {
  value: number | null
  min_value: number | null
  max_value: number | null
}): number | null {
  if (value === null || min === null || max === null || max <= min) return null
  return Math.min(1, Math.max(0, (value - min) / (max - min)))
}

/**
 * Returns the ends of a node's range as displayed values, in the order of the stored ones; null if it has no range, or
 * its script yields no numbers for them.
 */
export function shownRange({
  min_value: min,
  max_value: max,
  node_script,
}: {
  min_value: number | null
  max_value: number | null
  node_script: string | null
}): readonly [number, number] | null {
  if (min === null || max === null || max <= min) return null
  const [from, to] = [shownNumber(node_script, min), shownNumber(node_script, max)]
  return from === null || to === null ? null : [from, to]
}
