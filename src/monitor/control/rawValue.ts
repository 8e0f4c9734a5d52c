import type { NodeState } from '../../../dataProvider/normalise.ts'

export type RawValue = { value: number } | { problem: 'empty' | 'number' | 'min' | 'max' }

/** What was typed as a value of a node, as the device stores it: a number within the node's ends. Also a Chinese keyboard's digits, dot and minus. */
export function readRaw(
  typed: string,
  { min_value: min, max_value: max }: Pick<NodeState, 'min_value' | 'max_value'>,
): RawValue {
  const text = typed.normalize('NFKC').replaceAll(/[−–]/g, '-').replaceAll('。', '.').trim()
  if (text === '') return { problem: 'empty' }
  const value = /^[+-]?(\d+\.?\d*|\.\d+)(e[+-]?\d+)?$/i.test(text) ? Number(text) : Number.NaN
  if (!Number.isFinite(value)) return { problem: 'number' }
  if (min !== null && value < min) return { problem: 'min' }
  return max !== null && value > max ? { problem: 'max' } : { value }
}
