import type { Beside } from '../../../dataProvider/calls/beside.ts'
import type { NodeHistory } from '../../../dataProvider/calls/history.ts'
import { lineColor } from '../../chart/colors.ts'
import { timeOn, type Apart, type Line, type Positions } from '../../chart/model.ts'
import { decimalsOf, isSwitch, lineValues, numberText, readNode } from '../../../resources/kit/reading.ts'

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
  /** Of a switch, which has no such totals: for how long it was on, ms; null of all others. */
  on: number | null
  /** False where its samples are the platform's words, not numbers to draw. */
  drawable: boolean
  /** What is shown of a raw value, as limits of thresholds are; null where that is no number. */
  read: (raw: number) => number | null
  /** Kept beside its samples: revisions of them, and values that it cannot measure. */
  beside: readonly Beside[]
  /** How many of its samples are suspect or failed, where the platform counts them. */
  doubted?: number | undefined
  /** Calibrations that begin within the span. */
  calibrations: readonly { at: number; name: string }[]
}

const NONE = '—'
const NOTHING: readonly never[] = []

/**
 * Nodes with their scripts applied as the live list does (spec 1 §4). Totals go through the script too where it is a straight line, as a factor or an
 * offset is; where it is not, they are taken from the samples that came. A switch has the time it was on in their place.
 *
 * @param positions what a switch's off and on are called
 */
export function historyNodes(history: readonly NodeHistory[], positions: Positions): HistoryNode[] {
  // The device is known to be there up to the newest sample of any of its nodes.
  const newestAt = history.reduce((latest, { times }) => Math.max(latest, times.at(-1) ?? 0), 0)
  return history.map((node, index) => {
    const samples = shownSamples(
      node,
      node,
      {
        key: String(node.id),
        label: node.alias,
        unit: node.unitname,
        color: lineColor(index),
        ...(node.direction && { isDirection: true }),
      },
      positions,
    )
    const totals = samples.line.positions ? NO_TOTALS : totalsOf(node, samples.drawable ? samples.line.values : [])
    const text = (value: number | null) => (value === null ? NONE : numberText(value, samples.line.decimals))
    return {
      id: node.id,
      ...samples,
      min: text(totals.min),
      max: text(totals.max),
      avg: text(totals.avg),
      on: samples.line.positions ? timeOn(samples.line, newestAt) : null,
      read: (raw) => drawnValues(node, [raw])[0] ?? null,
      beside: node.beside ?? NOTHING,
      doubted: node.doubted,
      calibrations: node.calibrations ?? NOTHING,
    }
  })
}

/** What is kept beside a node's samples, as it is drawn. */
export const apartOf = (beside: readonly Beside[], read: HistoryNode['read'], color: string): Apart[] =>
  beside.map(({ kind, at, value }) => ({
    at,
    value: read(value) ?? value,
    color,
    ...((kind === 'suspect' || kind === 'fail') && { doubt: kind }),
  }))

/** What is kept beside the samples of some nodes. */
export const apartOfNodes = (nodes: readonly Pick<HistoryNode, 'beside' | 'read' | 'line'>[]): Apart[] =>
  nodes.flatMap(({ beside, read, line }) => apartOf(beside, read, line.color))

/** A line without gaps of its own. */
type DrawnLine = Line & { values: readonly number[] }

/** How a node is read. */
type Kind = Pick<NodeHistory, 'registertype' | 'node_script'>

/**
 * Samples of a node as they are shown: the one way from what is stored to lines, cells and files, of a history and of a comparison alike, and the
 * same that the live list goes (resources/kit/reading.ts). A switch is its positions in words; what a script makes words of has cells and no line.
 */
export function shownSamples(
  node: Kind,
  { times, values }: Pick<NodeHistory, 'times' | 'values'>,
  base: Omit<Line, 'times' | 'values' | 'positions'>,
  positions: Positions,
): Pick<HistoryNode, 'cells' | 'words' | 'drawable'> & { line: DrawnLine } {
  const numbers = drawnValues(node, values)
  if (isSwitch(node)) {
    const named = [wordOf(node, 0) ?? positions[0], wordOf(node, 1) ?? positions[1]] as const
    const line = { ...base, unit: '', times, values: numbers, positions: named }
    return { line, cells: line, words: named, drawable: true }
  }
  const drawable = numbers.length === values.length
  const line = {
    ...base,
    times: drawable ? times : [],
    values: drawable ? numbers : [],
    // What the first few hundred are written with, the others are.
    ...(drawable && { decimals: decimalsOf(numbers.slice(0, 500)) }),
  }
  if (drawable) return { line, cells: line, words: null, drawable }
  const words = values.map((value) => wordsOf(node, value))
  const different = [...new Set(words)]
  const places = new Map(different.map((word, place) => [word, place]))
  return {
    line,
    cells: { ...line, times, values: words.map((word) => places.get(word) ?? 0) },
    words: different,
    drawable,
  }
}

/** Values as they are drawn: through the node's script, a switch as 0 and 1. Fewer than given where they are words. */
export function drawnValues(node: Kind, values: readonly number[]): readonly number[] {
  if (!isSwitch(node)) return lineValues(node, values)
  return values.map((value) => {
    const reading = readNode({ registertype: node.registertype, node_script: node.node_script, value })
    return (reading.kind === 'switch' ? reading.on : value !== 0) ? 1 : 0
  })
}

/** What a switch's script calls a position; null where it has no words for it. */
function wordOf({ registertype, node_script }: Kind, value: number): string | null {
  const reading = readNode({ registertype, node_script, value })
  return reading.kind === 'text' ? reading.text : null
}

const NO_TOTALS = { min: null, max: null, avg: null }

/** What a cell says of a sample; nothing of one that was not taken, or belongs to a gap. */
export const cellText = (
  { words, cells }: Pick<CellNode, 'words' | 'cells'>,
  value: number | null | undefined,
): string | null => (value == null ? null : words ? (words[value] ?? null) : numberText(value, cells.decimals))

function wordsOf({ node_script }: Pick<NodeHistory, 'node_script'>, value: number): string {
  const reading = readNode({ registertype: 3, node_script, value })
  return reading.kind === 'text' || reading.kind === 'number' ? reading.text : NONE
}

function totalsOf(node: NodeHistory, values: readonly number[]): Pick<NodeHistory, 'min' | 'max' | 'avg'> {
  if (node.direction)
    return { ...NO_TOTALS, avg: node.avg === null ? null : (drawnValues(node, [node.avg])[0] ?? null) }
  // A mean may be unknown where least and greatest are not.
  if (node.min === null || node.max === null || values.length === 0) return NO_TOTALS
  if (node.node_script === null || values === node.values) return node
  const middle = (node.min + node.max) / 2
  const [min, max, half, avg = null] = drawnValues(node, [
    node.min,
    node.max,
    middle,
    ...(node.avg === null ? [] : [node.avg]),
  ])
  if (min === undefined || max === undefined || half === undefined || (avg === null && node.avg !== null))
    return NO_TOTALS
  const straight = Math.abs((min + max) / 2 - half) <= 1e-9 * Math.max(1, Math.abs(min), Math.abs(max))
  if (straight) return { min: Math.min(min, max), max: Math.max(min, max), avg }
  return {
    min: least(values),
    max: -least(values.map((value) => -value)),
    avg: node.avg === null ? null : values.reduce((sum, value) => sum + value, 0) / values.length,
  }
}

const least = (values: readonly number[]): number => values.reduce((low, value) => Math.min(low, value), Infinity)
