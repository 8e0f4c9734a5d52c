import { toCsv, type CsvValue } from '../../resources/kit/csv.ts'
import { download } from '../kit/download.ts'
import type { Encoding } from './decode.ts'

/** Saves rows as a CSV file, in GB18030 or in UTF-8 with a byte order mark. The encoder is loaded only for GB18030. */
export async function saveCsv(
  name: string,
  header: readonly CsvValue[],
  rows: Iterable<readonly CsvValue[]>,
  encoding: Encoding,
): Promise<void> {
  const text = toCsv(header, rows)
  if (encoding !== 'gb18030') return download(name, text)
  const { default: iconv } = await import('iconv-lite')
  download(name, new Blob([new Uint8Array(iconv.encode(text, 'gb18030'))], { type: 'text/csv;charset=gb18030' }))
}
