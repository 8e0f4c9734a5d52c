import Papa from 'papaparse'
import { decode, FILE_MAX, FileProblem, recognise, type Encoding } from './decode.ts'

/** A file as records of cells. */
export interface Parsed {
  encoding: Encoding
  records: string[][]
  /** Records left out because they begin with #: the template's explanations. */
  comments: number
}

/** Most records of a file. */
export const RECORDS_MAX = 50_000

/**
 * Reads a CSV file: comma, semicolon or tab, whichever it uses. Empty records and comments are left out.
 *
 * @param chosen an encoding to read it in; null: the one it seems to be in
 * @throws FileProblem when it is no CSV, empty or too large
 */
export function parseCsv(bytes: Uint8Array, chosen: Encoding | null): Parsed {
  if (bytes.length > FILE_MAX) throw new FileProblem('importing.tooLarge')
  const recognised = recognise(bytes)
  const encoding = chosen ?? recognised
  const { data, errors } = Papa.parse<string[]>(decode(bytes, encoding), {
    delimitersToGuess: [',', '\t', ';'],
    skipEmptyLines: 'greedy',
  })
  if (errors.some(({ type }) => type === 'Quotes')) throw new FileProblem('importing.fileTypeError')
  const records = data.filter(([first = '']) => !first.trimStart().startsWith('#'))
  if (records.length === 0) throw new FileProblem('importing.empty')
  if (records.length > RECORDS_MAX + 1) throw new FileProblem('importing.tooMany')
  return { encoding, records, comments: data.length - records.length }
}
