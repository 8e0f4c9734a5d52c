/** A value of a CSV cell; null and undefined are empty. */
export type CsvValue = string | number | null | undefined

/**
 * CSV text of a header and its rows (RFC 4180, CRLF), for Excel and for the import. Without the byte order mark that Excel knows UTF-8 by: the
 * writer of the file puts it in front. Papa.unparse would do the same with the rule for formulas below, and bring the parser (19 kB) with every list.
 */
export const toCsv = (header: readonly CsvValue[], rows: Iterable<readonly CsvValue[]>): string =>
  [header, ...rows].map(csvLine).join('')

/**
 * One row with its line end. What a spreadsheet would run as a formula gets an apostrophe in front (`plainCell` takes it off again); numbers stay
 * numbers: -5, +86.
 */
export const csvLine = (row: readonly CsvValue[]): string => `${row.map(cell).join(',')}\r\n`

/** The text of a cell before `csvLine` protected it. */
export const plainCell = (text: string): string =>
  text.startsWith("'") && isProtected(text.slice(1)) ? text.slice(1) : text

function cell(value: CsvValue): string {
  const text = value === null || value === undefined ? '' : String(value)
  const safe = isProtected(text) ? `'${text}` : text
  return /[",\r\n]|^\s|\s$/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe
}

/** Whether a text gets an apostrophe: a formula, also one behind apostrophes of its own, so that the first can be told from them. */
const isProtected = (text: string): boolean => FORMULA.test(text.replace(/^'+/, ''))

/** What Excel and its like take for a formula; a number with a sign is none. */
const FORMULA = /^[=@\t\r\n＝＠＋－]|^[+-](?!\d+(\.\d+)?$)/
