import type { NodeHistory } from '../../../dataProvider/history.ts'
import { lineColor } from '../../chart/colors.ts'
import type { Line } from '../../chart/model.ts'
import { lineValues, numberText, readNode } from '../../live/nodeValue.ts'

/** A column of the table and the file. */
export interface CellNode {
  id: number
  /** Its samples; where they are words, the place of each in `words`. */
  cells: Line
  words: readonly string[] | null
}

/** One node of a history as it is shown: its line through the node's script, its totals, its colour. */
export interface HistoryNode extends CellNode {
  line: Line
  min: string
  max: string
  avg: string
  /** False where its samples are the platform's words or positions, not numbers to draw. */
  drawable: boolean
  /** What is shown of a raw value, as limits of thresholds are; null where that is no number. */
  read: (raw: number) => number | null
}

const NONE = '—'

/**
 * Nodes with their scripts applied as the live list does (spec 1 §4). Totals go through the script too where it is a straight line, as a factor or an
 * offset is; where it is not, they are taken from the samples that came.
 */
export function historyNodes(history: readonly NodeHistory[]): HistoryNode[] {
  return history.map((node, index) => {
    const values = shown(node, node.values)
    const drawable = values.length === node.values.length
    const totals = totalsOf(node, values)
    const text = (value: number | null) => (value === null ? NONE : numberText(value))
    const line = { key: String(node.id), label: node.alias, unit: node.unitname, color: lineColor(index), times: drawable ? node.times : [], values: drawable ? values : [] }
    const words = drawable ? null : node.values.map((value) => wordsOf(node, value))
    const different = words && [...new Set(words)]
    return {
      id: node.id,
      line,
      cells: words && different ? { ...line, times: node.times, values: words.map((word) => different.indexOf(word)) } : line,
      words: different,
      min: text(totals.min),
      max: text(totals.max),
      avg: text(totals.avg),
      drawable,
      read: (raw) => shown(node, [raw])[0] ?? null,
    }
  })
}

/** Values as they are drawn: through the node's script; a switch by its raw 0 and 1. Fewer than given where they are words. */
export const shown = (node: Pick<NodeHistory, 'registertype' | 'node_script'>, values: readonly number[]): readonly number[] =>
  lineValues({ registertype: 3, node_script: SWITCHES.has(node.registertype ?? 0) ? null : node.node_script }, values)

/** What a cell says of a sample; nothing of one that was not taken, or belongs to a gap. */
export const cellText = (words: readonly string[] | null, value: number | null | undefined): string | null => (value == null ? null : words ? (words[value] ?? null) : numberText(value))

function wordsOf({ node_script }: Pick<NodeHistory, 'node_script'>, value: number): string {
  const reading = readNode({ registertype: 3, node_script, value })
  return reading.kind === 'text' || reading.kind === 'number' ? reading.text : NONE
}

const SWITCHES: ReadonlySet<number> = new Set([1, 2, 17, 18])

function totalsOf(node: NodeHistory, values: readonly number[]): Pick<NodeHistory, 'min' | 'max' | 'avg'> {
  if (node.min === null || node.max === null || node.avg === null || values.length === 0) return { min: null, max: null, avg: null }
  if (node.node_script === null || values === node.values) return node
  const middle = (node.min + node.max) / 2
  const [min, max, avg, half] = shown(node, [node.min, node.max, node.avg, middle])
  if (min === undefined || max === undefined || avg === undefined || half === undefined) return { min: null, max: null, avg: null }
  const straight = Math.abs((min + max) / 2 - half) <= 1e-9 * Math.max(1, Math.abs(min), Math.abs(max))
  if (straight) return { min: Math.min(min, max), max: Math.max(min, max), avg }
  return { min: least(values), max: -least(values.map((value) => -value)), avg: values.reduce((sum, value) => sum + value, 0) / values.length }
}

const least = (values: readonly number[]): number => values.reduce((low, value) => Math.min(low, value), Infinity)
