/** A text as records of cells. */
export interface Records {
  records: string[][]
  /** Numbers of the records, from 1, with a quote that opens a cell and does not close it: taken as it stands. */
  strays: number[]
}

/**
 * Reads records whose cells `separator` parts (RFC 4180): line ends of CR, LF or both; quotes around a cell, doubled inside. A quote that opens a cell and closes it
 * nowhere, or with text behind it, belongs to the text: the cell ends where it would without quotes, so that no other record is lost by it.
 *
 * @param most records to read at most
 */
export function readRecords(text: string, separator: string, most = Infinity): Records {
  const records: string[][] = []
  const strays = new Set<number>()
  const plainEnd = new RegExp(`[\\r\\n\\u${separator.charCodeAt(0).toString(16).padStart(4, '0')}]`, 'g')
  let record: string[] = []
  for (let at = 0; at < text.length || record.length > 0; ) {
    const quoted = text[at] === '"' ? quotedCell(text, at, separator) : null
    if (text[at] === '"' && quoted === null) strays.add(records.length + 1)
    plainEnd.lastIndex = at
    const end = quoted?.end ?? plainEnd.exec(text)?.index ?? text.length
    record.push(quoted?.cell ?? text.slice(at, end))
    at = end + 1
    if (text[end] === separator) continue
    if (text[end] === '\r' && text[at] === '\n') at++
    records.push(record)
    record = []
    if (records.length === most) break
  }
  return { records, strays: [...strays] }
}

/** The cell whose quotes open at `from`, and where what follows it stands; null where they do not close before a separator, a line end or the end. */
function quotedCell(text: string, from: number, separator: string): { cell: string; end: number } | null {
  for (let at = from + 1; at - from <= CELL_MAX; at += 2) {
    at = text.indexOf('"', at)
    if (at < 0) return null
    if (text[at + 1] === '"') continue
    let end = at + 1
    while (text[end] === ' ') end++
    const closes = end >= text.length || text[end] === separator || text[end] === '\r' || text[end] === '\n'
    return closes ? { cell: text.slice(from + 1, at).replaceAll('""', '"'), end } : null
  }
  return null
}

/** Characters of a quoted cell; a spreadsheet's holds 32,767. It also bounds the search for the end of each stray quote. */
const CELL_MAX = 100_000

/**
 * What parts the cells: named by a first line `sep=;`, as Excel writes and reads it; else the one of comma, tab and semicolon that parts the first record, and by
 * which the first records are most alike.
 */
export function separatorOf(text: string): { separator: string; rest: string } {
  const named = /^"?sep=([^"\r\n])"?[,;\t ]*(?:\r\n|\r|\n|$)/i.exec(text)
  if (named?.[1] !== undefined) return { separator: named[1], rest: text.slice(named[0].length) }
  const [best] = [',', '\t', ';']
    .map((separator) => ({ separator, ...widthsBy(text, separator) }))
    .filter(({ width }) => width >= 2)
    .toSorted((a, b) => Number(b.partsFirst) - Number(a.partsFirst) || a.spread - b.spread || b.width - a.width)
  return { separator: best?.separator ?? ',', rest: text }
}

/** How many cells the first records have by a separator, and how far they differ. */
function widthsBy(text: string, separator: string): { width: number; spread: number; partsFirst: boolean } {
  const widths = readRecords(text, separator, SAMPLE)
    .records.filter((record) => record.some((cell) => cell.trim() !== ''))
    .map(({ length }) => length)
  const mean = (numbers: readonly number[]): number => numbers.reduce((sum, next) => sum + next, 0) / numbers.length
  const width = mean(widths)
  return { width, spread: mean(widths.map((next) => Math.abs(next - width))), partsFirst: (widths[0] ?? 0) > 1 }
}

/** Records by which the separator is found out. */
const SAMPLE = 20
