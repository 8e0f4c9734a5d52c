import type { EvidenceValue } from '../../../dataProvider/calls/evidenceValues.ts'
import type { Zone } from '../../../resources/kit/zone.ts'
import type { Judgement } from '../../environment/judge.ts'
import type { SeriesJudge } from '../../environment/judgeSeries.ts'
import { toCsv } from '../../../resources/kit/csv.ts'
import type { CellNode } from './nodeLines.ts'
import { tableRows } from './tableRows.ts'

/** A node of a file. */
export interface FileNode extends CellNode {
  /** Judges its values; null if the node is not judged. */
  judge: SeriesJudge | null
  beside: readonly EvidenceValue[]
  /** Converts a raw value for display; null if the result is no number. */
  read: (raw: number) => number | null
}

/** The texts of a file. */
export interface FileWords {
  time: string
  index: (name: string) => string
  level: (name: string) => string
  standard: (name: string) => string
  quality: (name: string) => string
  /** A class as text. */
  classOf: (judged: Judgement) => string
  /** The standard, with the averaging period assumed for a value: within a file the standard may change. */
  standardOf: (judged: Judgement) => string
  /** The text for a flagged or corrected value. */
  flag: (kind: 'suspect' | 'fail' | 'corrected', value: string) => string
}

type Flagged = EvidenceValue & { kind: 'suspect' | 'fail' | 'corrected' }
const isFlagged = (one: EvidenceValue): one is Flagged =>
  one.kind === 'suspect' || one.kind === 'fail' || one.kind === 'corrected'

/**
 * Returns samples as CSV, newest first: the time, one column per node with its unit (spec 1 §3, export rows), and for a
 * judged node its index, class and standard. Suspect or failed values are in no value column: a column of their own
 * lists them with their times, and corrected values too.
 */
export function historyFile(nodes: readonly FileNode[], words: FileWords, zone: Zone): string {
  const columns = nodes.map(({ cells: { label, unit, times, values }, words: texts, judge, beside, read }) => {
    const flags = new Map(beside.filter(isFlagged).map((one) => [one.at, one]))
    const judgedAt = (value: number | null | undefined, at: number): Judgement | null =>
      value == null || judge === null ? null : judge(value, at)
    // Only air has an index: a node has one for all values or for none.
    const hasIndex = times.some((at, place) => judgedAt(values[place], at)?.index != null)
    const flagOf = (at: number): string => {
      const flag = flags.get(at)
      if (!flag) return ''
      const shown = read(flag.value)
      return words.flag(flag.kind, shown === null ? '' : String(shown))
    }
    return {
      flags,
      heads: [
        unit ? `${label} (${unit})` : label,
        ...(hasIndex ? [words.index(label)] : []),
        ...(judge ? [words.level(label), words.standard(label)] : []),
        ...(judge || flags.size > 0 ? [words.quality(label)] : []),
      ],
      cellsOf: (value: number | null | undefined, at: number) => {
        const judged = judgedAt(value, at)
        return [
          value == null ? value : (texts?.[value] ?? value),
          ...(hasIndex ? [judged?.index ?? null] : []),
          ...(judge ? (judged ? [words.classOf(judged), words.standardOf(judged)] : [null, null]) : []),
          ...(judge || flags.size > 0 ? [flagOf(at)] : []),
        ]
      },
    }
  })
  const rows = tableRows(nodes.map(({ cells }) => cells))
  const known = new Set(rows.map(({ at }) => at))
  const others = new Set(columns.flatMap(({ flags }) => [...flags.keys()].filter((at) => !known.has(at))))
  const all = [...rows, ...[...others].map((at) => ({ at, values: [] as (number | null | undefined)[] }))]
  if (others.size > 0) all.sort((a, b) => b.at - a.at)
  return toCsv(
    [zone.head(words.time), ...columns.flatMap(({ heads }) => heads)],
    all.map(({ at, values }) => [
      zone.full(at),
      ...columns.flatMap(({ cellsOf }, index) => cellsOf(values[index], at)),
    ]),
  )
}
