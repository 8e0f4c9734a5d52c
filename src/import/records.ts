import Papa from 'papaparse'

/** A text as records of cells. */
export interface Records {
  records: string[][]
  /** Numbers of the records, from 1, with a quote that opens a cell and does not close it: it is kept as text. */
  strays: number[]
}

/**
 * Reads a CSV text: by the separator that a first line names (`sep=;`, as Excel writes and reads it), otherwise by
 * comma, tab or semicolon, whichever it seems to use. A quote that opens a cell and does not close it is kept as text,
 * so that it does not swallow other records.
 */
export function readRecords(text: string): Records {
  const named = /^"?sep=([^"\r\n])"?[,;\t ]*(?:\r\n|\r|\n|$)/i.exec(text)
  const rest = text.slice(named?.[0].length ?? 0)
  const separator = named?.[1] ?? guessed(rest)
  const { data, errors } = Papa.parse<string[]>(rest, { delimiter: separator })
  if (!errors.some(({ type }) => type === 'Quotes')) return { records: data, strays: [] }
  // The parser puts everything up to the next quote, or to the end, into such a cell.
  const { text: closed, strays } = withClosedQuotes(rest, separator)
  return { records: Papa.parse<string[]>(closed, { delimiter: separator }).data, strays }
}

const guessed = (text: string): string =>
  Papa.parse(text, { preview: 20, skipEmptyLines: 'greedy', delimitersToGuess: [',', '\t', ';'] }).meta.delimiter

/**
 * Returns the text with each cell that a stray quote opens enclosed in quotes, so that the cell ends where it would
 * without the stray one.
 */
function withClosedQuotes(text: string, separator: string): { text: string; strays: number[] } {
  const plainEnd = new RegExp(`[\\r\\n\\u${separator.charCodeAt(0).toString(16).padStart(4, '0')}]`, 'g')
  const strays = new Set<number>()
  const cells: string[] = []
  let record = 1
  for (let at = 0; at < text.length; ) {
    const closed = text[at] === '"' ? endOfQuoted(text, at, separator) : null
    plainEnd.lastIndex = at
    const end = closed ?? plainEnd.exec(text)?.index ?? text.length
    const cell = text.slice(at, end)
    const isStray = cell.startsWith('"') && closed === null
    if (isStray) strays.add(record)
    const mark = text.startsWith('\r\n', end) ? '\r\n' : (text[end] ?? '')
    cells.push(isStray ? `"${cell.replaceAll('"', '""')}"` : cell, mark)
    if (mark !== separator) record++
    at = end + Math.max(1, mark.length)
  }
  return { text: cells.join(''), strays: [...strays] }
}

/**
 * Returns where the cell ends whose quotes open at `from`; null where they do not close before a separator, a line end
 * or the end.
 */
function endOfQuoted(text: string, from: number, separator: string): number | null {
  for (let at = from + 1; at - from <= CELL_MAX; at += 2) {
    at = text.indexOf('"', at)
    if (at < 0) return null
    if (text[at + 1] === '"') continue
    let end = at + 1
    while (text[end] === ' ') end++
    return end >= text.length || text[end] === separator || text[end] === '\r' || text[end] === '\n' ? end : null
  }
  return null
}

/**
 * Maximum number of characters in a quoted cell; a spreadsheet's holds 32,767. It also bounds the search for the end of
 * each stray quote.
 */
const CELL_MAX = 100_000
