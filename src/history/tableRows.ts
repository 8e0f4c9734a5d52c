import { alignedColumns, type Line } from '../chart/model.ts'
import type { Zone } from '../../resources/kit/zone.ts'
import { toCsv } from '../kit/csv.ts'
import type { CellNode } from './nodeLines.ts'
import type { NodeEpisode } from './useMarks.ts'

export interface TableRow {
  /** Epoch ms. */
  at: number
  /** One a line, in their order; a line without a sample at that moment has none. */
  values: (number | null | undefined)[]
}

/** All samples of some lines by their time, newest first. */
export function tableRows(lines: readonly Line[]): TableRow[] {
  const [times, ...columns] = alignedColumns(lines)
  const rows: TableRow[] = []
  for (let index = times.length - 1; index >= 0; index--) {
    const values = columns.map((column) => column[index])
    // Where a line is broken stands a moment of its own, at which nobody measured.
    if (values.some((value) => value != null)) rows.push({ at: times[index] ?? 0, values })
  }
  return rows
}

/** The same as CSV: the time and one column a line, with its unit (spec 1 §3, export rows). */
export const historyCsv = (nodes: readonly CellNode[], timeHead: string, zone: Zone): string =>
  toCsv(
    [timeHead, ...nodes.map(({ cells: { label, unit } }) => (unit ? `${label} (${unit})` : label))],
    tableRows(nodes.map(({ cells }) => cells)).map(({ at, values }) => [
      zone.full(at),
      ...values.map((value, index) => (value == null ? value : (nodes[index]?.words?.[value] ?? value))),
    ]),
  )

/** Whether a node was in alarm at a moment. */
export const inAlarm = (episodes: readonly NodeEpisode[], id: number, at: number): boolean =>
  episodes.some(({ node, from, to }) => node === id && from <= at && at <= to)
