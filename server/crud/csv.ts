import { csvLine } from '../../resources/kit/csv.ts'
import type { SheetCell } from '../export/xlsx.ts'

/** A CSV file as Excel opens it, with the mark that says UTF-8, row by row. */
export async function* csvFile(
  titles: readonly string[],
  pages: AsyncIterable<readonly (readonly SheetCell[])[]>,
): AsyncGenerator<string> {
  yield `\uFEFF${csvLine(titles)}`
  for await (const rows of pages) yield rows.map(csvLine).join('')
}
