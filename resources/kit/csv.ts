/** A value of a CSV cell; null and undefined are empty. */
export type CsvValue = string | number | null | undefined

/**
 * Returns the CSV text of a header and its rows (RFC 4180, CRLF), for Excel and for the import. The byte order mark by
 * which Excel recognises UTF-8 is not included: the writer of the file adds it. Papa.unparse would do the same with the
 * formula rule below, but would add the parser (19 kB) to every list.
 */
export const toCsv = (header: readonly CsvValue[], rows: Iterable<readonly CsvValue[]>): string =>
  [header, ...rows].map(csvLine).join('')

/**
 * Returns one row with its line end. A text that a spreadsheet would run as a formula is prefixed with an apostrophe
 * (`plainCell` removes it); numbers stay as they are: -5, +86.
 */
export const csvLine = (row: readonly CsvValue[]): string => `${row.map(cell).join(',')}\r\n`

/** Returns the text of a cell without the apostrophe that `csvLine` added. */
export const plainCell = (text: string): string =>
  text.startsWith("'") && isProtected(text.slice(1)) ? text.slice(1) : text

function cell(value: CsvValue): string {
  const text = value === null || value === undefined ? '' : String(value)
  const safe = isProtected(text) ? `'${text}` : text
  return /[",\r\n]|^\s|\s$/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe
}

/**
 * Whether a text gets an apostrophe: a formula, also one after apostrophes of its own, so that the added one can be
 * told from them.
 */
const isProtected = (text: string): boolean => FORMULA.test(text.replace(/^'+/, ''))

/** Texts that Excel and similar programs treat as a formula; a number with a sign is not one. */
const FORMULA = /^[=@\t\r\n＝＠＋－]|^[+-](?!\d+(\.\d+)?$)/
