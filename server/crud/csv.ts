import type { SheetCell } from '../alarms/xlsx.ts'

/** CSV as Excel opens it (RFC 4180, CRLF, with the mark that says UTF-8), row by row. What a spreadsheet would run as a formula gets an apostrophe in front. */
export async function* csvFile(
  titles: readonly string[],
  pages: AsyncIterable<readonly (readonly SheetCell[])[]>,
): AsyncGenerator<string> {
  yield `\uFEFF${line(titles)}`
  for await (const rows of pages) yield rows.map(line).join('')
}

const line = (cells: readonly SheetCell[]): string => `${cells.map(cellText).join(',')}\r\n`

function cellText(cell: SheetCell): string {
  if (cell === null) return ''
  const text = String(cell)
  const safe = FORMULA.test(text) ? `'${text}` : text
  return /[",\r\n]|^\s|\s$/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe
}

/** A number with a sign is none. */
const FORMULA = /^[=@\t\r\n＝＠＋－]|^[+-](?!\d+(\.\d+)?$)/
