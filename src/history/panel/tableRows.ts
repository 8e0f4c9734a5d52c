import type { Beside } from '../../../dataProvider/calls/beside.ts'
import { alignedColumns, type Line } from '../../chart/model.ts'
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

/**
 * How many values of some nodes are suspect or failed, which files and tables are without, and how many of them are named beside: the newest, where
 * there are very many.
 */
export function doubtedCount(nodes: readonly { beside: readonly Beside[]; doubted?: number | undefined }[]): {
  count: number
  named: number
} {
  let [count, named] = [0, 0]
  for (const { beside, doubted } of nodes) {
    const own = beside.filter(({ kind }) => kind === 'suspect' || kind === 'fail').length
    named += own
    count += doubted ?? own
  }
  return { count, named }
}

/** Whether a node was in alarm at a moment. */
export const inAlarm = (episodes: readonly NodeEpisode[], id: number, at: number): boolean =>
  episodes.some(({ node, from, to }) => node === id && from <= at && at <= to)
