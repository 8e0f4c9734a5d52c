import { decode, FILE_MAX, FileProblem, recognise, type Encoding } from './decode.ts'
import { readRecords } from './records.ts'
import { isTemplateLine } from './templateMarks.ts'

/** A file as records of cells. */
export interface Parsed {
  encoding: Encoding
  records: string[][]
  /**
   * Number of each record, as a spreadsheet numbers its rows: records that are left out count, a line that names the
   * separator does not.
   */
  lines: number[]
  /** Number of records that are left out because they belong to the template. */
  comments: number
  /** Numbers of the records with a stray quote, which is kept as text. */
  strays: number[]
}

/** Maximum number of records in a file. */
export const RECORDS_MAX = 50_000

/**
 * Reads a CSV file separated by comma, semicolon or tab, whichever it uses or names. Empty records and the template's
 * lines are left out.
 *
 * @param chosen encoding to read the file in; null: the recognised one
 * @throws FileProblem when it is not text, empty or too large
 */
export function parseCsv(bytes: Uint8Array, chosen: Encoding | null): Parsed {
  if (bytes.length > FILE_MAX) throw new FileProblem('importing.tooLarge')
  const recognised = recognise(bytes)
  const encoding = chosen ?? recognised
  const read = readRecords(decode(bytes, encoding))
  const parsed: Parsed = { encoding, records: [], lines: [], comments: 0, strays: read.strays }
  for (const [at, record] of read.records.entries()) {
    if (record.every((cell) => cell.trim() === '')) continue
    if (isTemplateLine(record)) {
      parsed.comments++
      continue
    }
    parsed.records.push(record)
    parsed.lines.push(at + 1)
  }
  if (parsed.records.length === 0) throw new FileProblem('importing.empty')
  if (parsed.records.length > RECORDS_MAX + 1) throw new FileProblem('importing.tooMany')
  return parsed
}
