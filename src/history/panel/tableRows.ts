import type { EvidenceValue } from '../../../dataProvider/calls/evidenceValues.ts'
import { alignedColumns, type Line } from '../../chart/model.ts'
import type { NodeEpisode } from './useMarks.ts'

export interface TableRow {
  /** Time of the samples, ms since the epoch. */
  at: number
  /** One value per line, in the order of the lines; null or undefined for a line without a sample at that moment. */
  values: (number | null | undefined)[]
}

/** Returns all samples of some lines by time, newest first. */
export function tableRows(lines: readonly Line[]): TableRow[] {
  const [times, ...columns] = alignedColumns(lines)
  const rows: TableRow[] = []
  for (let index = times.length - 1; index >= 0; index--) {
    const values = columns.map((column) => column[index])
    // Each break of a line adds a moment of its own, which has no sample.
    if (values.some((value) => value != null)) rows.push({ at: times[index] ?? 0, values })
  }
  return rows
}

/**
 * Counts the suspect or failed values of some nodes, which files and tables leave out, and those among them that are
 * listed individually: only the newest if there are very many.
 */
export function doubtedCount(nodes: readonly { beside: readonly EvidenceValue[]; doubted?: number | undefined }[]): {
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

/** Returns whether a node was in alarm at a moment. */
export const inAlarm = (episodes: readonly NodeEpisode[], id: number, at: number): boolean =>
  episodes.some(({ node, from, to }) => node === id && from <= at && at <= to)
