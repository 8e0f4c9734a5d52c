/** A value of a CSV cell; null and undefined are empty. */
export type CsvValue = string | number | null | undefined

/**
 * CSV text of a header and its rows (RFC 4180, CRLF), for Excel and for the import. What a spreadsheet would run as a formula gets an
 * apostrophe in front (`plainCell` takes it off again); numbers stay numbers: -5, +86.
 */
export const toCsv = (header: readonly CsvValue[], rows: Iterable<readonly CsvValue[]>): string =>
  [header, ...rows].map((row) => row.map(cell).join(',')).join('\r\n') + '\r\n'

/** The text of a cell before `toCsv` protected it. */
export const plainCell = (text: string): string =>
  text.startsWith("'") && FORMULA.test(text.slice(1)) ? text.slice(1) : text

/**
 * Hands the user a file. Text goes out as UTF-8, a CSV with the mark that tells Excel so; a Blob as it is (another encoding, .xlsx).
 *
 * @param name with its ending: it decides about the mark
 */
export function download(name: string, content: string | Blob): void {
  const blob =
    typeof content === 'string'
      ? new Blob([name.endsWith('.csv') ? BOM : '', content], { type: 'text/csv;charset=utf-8' })
      : content
  const link = document.createElement('a')
  link.href = URL.createObjectURL(blob)
  link.download = name
  document.body.append(link)
  link.click()
  link.remove()
  // Not at once: the browser may still be reading it.
  setTimeout(() => URL.revokeObjectURL(link.href), 60_000)
}

function cell(value: CsvValue): string {
  const text = value === null || value === undefined ? '' : String(value)
  const safe = FORMULA.test(text) ? `'${text}` : text
  return /[",\r\n]|^\s|\s$/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe
}

const BOM = '\uFEFF'

/** What Excel and its like take for a formula, numbers with a sign left alone. */
const FORMULA = /^[=@\t\r\n＝＠＋－]|^[+-](?!\d+(\.\d+)?$)/
