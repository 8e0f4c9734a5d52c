import type { EvidenceValue } from '../../../dataProvider/calls/evidenceValues.ts'
import type { NodeHistory } from '../../../dataProvider/calls/history.ts'
import { lineColor } from '../../chart/colors.ts'
import { timeOn, type Apart, type Line, type Positions } from '../../chart/model.ts'
import { decimalsOf, isSwitch, lineValues, numberText, readNode } from '../../../resources/kit/reading.ts'

/** A column of the table and the file. */
export interface CellNode {
  id: number
  /** Its samples; if they are words, the index of each in `words`. */
  cells: Line
  words: readonly string[] | null
}

/** One node of a history as displayed: its line after the node's script, its totals, its colour. */
export interface HistoryNode extends CellNode {
  line: Line
  min: string
  max: string
  avg: string
  /** For a switch, which has no other totals: how long it was on, ms; null for all other nodes. */
  on: number | null
  /** False if its samples are words of the script, not numbers to draw. */
  drawable: boolean
  /** Converts a raw value for display, for example the limit of a threshold; null if the result is no number. */
  read: (raw: number) => number | null
  /**
   * Values stored beside its samples: revisions, corrections, flagged values, and values that the node cannot measure.
   */
  beside: readonly EvidenceValue[]
  /** Number of its samples that are suspect or failed, if the platform counts them. */
  doubted?: number | undefined
  /** Calibrations that begin within the span. */
  calibrations: readonly { at: number; name: string }[]
}

const NONE = '—'
const NOTHING: readonly never[] = []

/**
 * Converts a history for display, with the nodes' scripts applied as in the live list (spec 1 §4). Totals are converted
 * with the script too if it is linear, as a factor or an offset is; otherwise they are computed from the samples
 * received. A switch has the time it was on instead.
 *
 * @param positions names of a switch's off and on
 */
export function historyNodes(history: readonly NodeHistory[], positions: Positions): HistoryNode[] {
  // The device is known to have been alive up to the newest sample of any of its nodes.
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

/** Returns the values stored beside a node's samples, in drawn form. */
export const apartOf = (beside: readonly EvidenceValue[], read: HistoryNode['read'], color: string): Apart[] =>
  beside.map(({ kind, at, value }) => ({
    at,
    value: read(value) ?? value,
    color,
    ...((kind === 'suspect' || kind === 'fail') && { doubt: kind }),
  }))

/** As apartOf, for several nodes. */
export const apartOfNodes = (nodes: readonly Pick<HistoryNode, 'beside' | 'read' | 'line'>[]): Apart[] =>
  nodes.flatMap(({ beside, read, line }) => apartOf(beside, read, line.color))

/** A line without null values. */
type DrawnLine = Line & { values: readonly number[] }

/** The fields that determine how a node's values are displayed. */
type Kind = Pick<NodeHistory, 'registertype' | 'node_script'>

/**
 * Converts the samples of a node for display: the single path from stored values to lines, cells and files, for
 * histories and comparisons, and the same conversion as in the live list (resources/kit/reading.ts). A switch has its
 * positions as words; a node whose script returns words has cells and no line.
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
    // The decimals of the first 500 samples are taken for all.
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

/**
 * Returns values as they are drawn: after the node's script, a switch as 0 and 1. Returns fewer values if some are
 * words.
 */
export function drawnValues(node: Kind, values: readonly number[]): readonly number[] {
  if (!isSwitch(node)) return lineValues(node, values)
  return values.map((value) => {
    const reading = readNode({ registertype: node.registertype, node_script: node.node_script, value })
    return (reading.kind === 'switch' ? reading.on : value !== 0) ? 1 : 0
  })
}

/** Returns the name that a switch's script gives a position; null if it has none. */
function wordOf({ registertype, node_script }: Kind, value: number): string | null {
  const reading = readNode({ registertype, node_script, value })
  return reading.kind === 'text' ? reading.text : null
}

const NO_TOTALS = { min: null, max: null, avg: null }

/** Returns the text of a sample's cell; null for a missing sample or a gap. */
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
  // A mean may be unknown even if minimum and maximum are known.
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
