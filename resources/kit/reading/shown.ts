import { isReadOnlySwitch, isSwitch } from './register.ts'
import { scripted, shownNumber } from './script.ts'
import { numberText } from './text.ts'

/** What of a node its readings depend on. */
export interface ReadNode {
  registertype: number | null
  /** Null for none. */
  node_script: string | null
}

/** A node's last value as it shows: a number or the words of a script, a switch's position, or nothing with the reason. */
export type NodeReading =
  | { kind: 'number'; value: number; text: string }
  | { kind: 'text'; text: string }
  | { kind: 'switch'; on: boolean; readOnly: boolean }
  | { kind: 'none'; reason: 'noData' | 'badScript' }

/** @param value as it is stored; null before the first */
export function readNode({ value, ...node }: ReadNode & { value: number | null }): NodeReading {
  if (value === null) return { kind: 'none', reason: 'noData' }
  const result = scripted(node.node_script, value)
  if (result === null) return { kind: 'none', reason: 'badScript' }
  if (typeof result === 'string') return { kind: 'text', text: result }
  if (isSwitch(node)) return { kind: 'switch', on: Number(result) !== 0, readOnly: isReadOnlySwitch(node) }
  return { kind: 'number', value: Number(result), text: numberText(Number(result)) }
}

/** The values of a line: through the node's script where that gives numbers; empty where it gives words. */
export function lineValues(node: ReadNode, values: readonly number[]): readonly number[] {
  if (isSwitch(node)) return []
  if (node.node_script === null) return values
  const results = values.map((value) => scripted(node.node_script, value))
  return results.every((result): result is number => typeof result === 'number') ? results : []
}

/** Where the value lies between the node's ends, 0 to 1; null where it has none. The ends are of the value as sent, before its script. */
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

/** The ends of a node's range as its values are shown, in the order of the stored ones; null where it has none, or its script makes no numbers of them. */
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
