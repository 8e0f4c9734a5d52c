import type { NodeState } from '../../dataProvider/normalise.ts'
import { compileExpression, type Expression, type Primitive } from '../../resources/kit/expression.ts'

/** A node's last value as it shows: a number or the words of a script, a switch's position, or nothing with the reason. */
export type NodeReading =
  | { kind: 'number'; value: number; text: string }
  | { kind: 'text'; text: string }
  | { kind: 'switch'; on: boolean; readOnly: boolean }
  | { kind: 'none'; reason: 'noData' | 'badScript' }

/** Spec 1 §4: 1, 2, 17 and 18 are switches, of which 2 can only be read. */
const SWITCHES: ReadonlySet<number> = new Set([1, 2, 17, 18])
const READ_ONLY_SWITCH = 2

/** Whether a node is a switch, by its registertype. */
export const isSwitchType = (registertype: number | null): boolean =>
  registertype !== null && SWITCHES.has(registertype)

export function readNode(node: Pick<NodeState, 'registertype' | 'node_script' | 'value'>): NodeReading {
  if (node.value === null) return { kind: 'none', reason: 'noData' }
  const result = applyScript(node.node_script, node.value)
  if (result === null || (typeof result === 'number' && !Number.isFinite(result)))
    return { kind: 'none', reason: 'badScript' }
  if (typeof result === 'string') return { kind: 'text', text: result }
  if (SWITCHES.has(node.registertype))
    return { kind: 'switch', on: Number(result) !== 0, readOnly: node.registertype === READ_ONLY_SWITCH }
  return { kind: 'number', value: Number(result), text: numberText(Number(result)) }
}

/** The values of a line: through the node's script where that gives numbers; empty where it gives words. */
export function lineValues(
  node: Pick<NodeState, 'registertype' | 'node_script'>,
  values: readonly number[],
): readonly number[] {
  if (SWITCHES.has(node.registertype)) return []
  if (node.node_script === null) return values
  const results = values.map((value) => applyScript(node.node_script, value))
  return results.every((result): result is number => typeof result === 'number' && Number.isFinite(result))
    ? results
    : []
}

/**
 * A number with the decimals it was measured or given with: at least one, two below 1, none from 1000 on (design §4), at most two, four below 1. Between a
 * limit and what went beyond it just these may make the difference. A thousands comma, a real minus sign; what no cell can hold is written with a power of ten.
 *
 * @param decimals so many, as far as its size takes them: the resolution of its node (decimalsOf), where more values of that are known
 */
export function numberText(value: number, decimals?: number): string {
  const size = Math.abs(value)
  const digits = size >= 1e9 ? value.toExponential(2) : fixed(size, decimals)
  return (size >= 1e9 ? digits : value < 0 && /[1-9]/.test(digits) ? `-${digits}` : digits).replaceAll('-', '−')
}

/** The resolution of a node as its values show it: how many decimals the finest of them is written with. */
export function decimalsOf(values: Iterable<number>): number {
  let most = 0
  for (const value of values) most = Math.max(most, numberText(value).split('.')[1]?.length ?? 0)
  return most
}

/** Where the value lies between the node's ends, 0 to 1; null where it has none. The ends are of the value as sent, before its script. */
export function rangePart({
  value,
  min_value: min,
  max_value: max,
}: Pick<NodeState, 'value' | 'min_value' | 'max_value'>): number | null {
  if (value === null || min === null || max === null || max <= min) return null
  return Math.min(1, Math.max(0, (value - min) / (max - min)))
}

function fixed(size: number, decimals: number | undefined): string {
  const [fewest, most] = decimalLimits(size)
  const digits = decimals === undefined ? most : Math.min(most, Math.max(fewest, decimals))
  let text = size.toFixed(digits)
  // 0.99999 is written as what it is rounded to.
  const least = decimals === undefined ? Math.min(fewest, decimalLimits(Number(text))[0]) : digits
  const point = text.indexOf('.')
  if (point >= 0) {
    let end = text.length
    while (end > point + 1 + least && text[end - 1] === '0') end--
    text = text.slice(0, end === point + 1 ? point : end)
  }
  return size < 999 ? text : text.replace(/^\d+/, (integerPart) => integerPart.replaceAll(/\B(?=(\d{3})+$)/g, ','))
}

/** How many decimals a number of a size has at least and at most. */
const decimalLimits = (size: number): readonly [number, number] => (size < 1 ? [2, 4] : size < 1000 ? [1, 2] : [0, 2])

/** Scripts by their text: a model's script is shared by all its devices. */
const compiled = new Map<string, Expression | null>()
const COMPILED_AT_MOST = 1000

/** What a script makes of a value; null where it cannot be run. A script that fails is reported once, by whatever node it is first met. */
function applyScript(script: string | null, value: number): Primitive {
  if (script === null) return value
  let run = compiled.get(script)
  if (run === undefined) {
    run = compileOrReport(script)
    if (compiled.size >= COMPILED_AT_MOST) compiled.clear()
    compiled.set(script, run)
  }
  try {
    return run === null ? null : run({ value })
  } catch (failure) {
    report(script, failure)
    compiled.set(script, null)
    return null
  }
}

function compileOrReport(script: string): Expression | null {
  try {
    return compileExpression(script)
  } catch (failure) {
    report(script, failure)
    return null
  }
}

const report = (script: string, failure: unknown): void =>
  // eslint-disable-next-line no-console -- spec 1 §8: a script that throws is logged
  console.warn(`node_script cannot be run: ${script.slice(0, 120)}`, failure)
