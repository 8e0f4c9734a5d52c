import { csvLine } from '../../resources/kit/csv.ts'
import type { SheetCell } from '../export/xlsx.ts'

/** Yields a CSV file that Excel opens correctly, with a UTF-8 byte order mark, row by row. */
export async function* csvFile(
  titles: readonly string[],
  pages: AsyncIterable<readonly (readonly SheetCell[])[]>,
): AsyncGenerator<string> {
  yield `\uFEFF${csvLine(titles)}`
  for await (const rows of pages) yield rows.map(csvLine).join('')
}
