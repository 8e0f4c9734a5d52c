import type { Beside } from '../../../dataProvider/calls/beside.ts'
import type { Zone } from '../../../resources/kit/zone.ts'
import type { Judgement } from '../../environment/judge.ts'
import type { SeriesJudge } from '../../environment/judgeSeries.ts'
import { toCsv } from '../../../resources/kit/csv.ts'
import type { CellNode } from './nodeLines.ts'
import { tableRows } from './tableRows.ts'

/** A node of a file. */
export interface FileNode extends CellNode {
  /** What law says of its values; null where it does not judge them. */
  judge: SeriesJudge | null
  beside: readonly Beside[]
  /** A raw value as it is shown; null where that is no number. */
  read: (raw: number) => number | null
}

/** The words of a file. */
export interface FileWords {
  time: string
  index: (name: string) => string
  level: (name: string) => string
  standard: (name: string) => string
  quality: (name: string) => string
  /** A class in words. */
  classOf: (judged: Judgement) => string
  /** By what it is judged, with the period that a value is taken for: within a file the law may change. */
  standardOf: (judged: Judgement) => string
  /** A value that is told apart, or that was corrected. */
  flag: (kind: 'suspect' | 'fail' | 'corrected', value: string) => string
}

type Flagged = Beside & { kind: 'suspect' | 'fail' | 'corrected' }
const isFlagged = (one: Beside): one is Flagged =>
  one.kind === 'suspect' || one.kind === 'fail' || one.kind === 'corrected'

/**
 * Samples as CSV, newest first: the time, a column a node with its unit (spec 1 §3, export rows), and beside a node that law judges its index, class
 * and standard. What is suspect or failed is in no column of values: a column of its own names it with its moment, as it does what was corrected.
 */
export function historyFile(nodes: readonly FileNode[], words: FileWords, zone: Zone): string {
  const columns = nodes.map(({ cells: { label, unit, times, values }, words: texts, judge, beside, read }) => {
    const flags = new Map(beside.filter(isFlagged).map((one) => [one.at, one]))
    const judgedAt = (value: number | null | undefined, at: number): Judgement | null =>
      value == null || judge === null ? null : judge(value, at)
    // The index is the air's: a node has one everywhere or nowhere.
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
