/** A value as ClickHouse's TabSeparated has it: numbers, and \N for what is unknown. */
export type Cell = number | string | null

/** A row of TabSeparated. Numbers stay as they are, to their last digit: both sides write the shortest text that reads back the same. */
export const lineOf = (cells: readonly Cell[]): string => cells.map((cell) => cell ?? '\\N').join('\t')

/** Rows of TabSeparated as columns, each the text of an array as PostgreSQL reads it. */
export function arraysOf(lines: readonly string[], columns: number): string[] {
  const cells: string[][] = Array.from({ length: columns }, () => [])
  for (const line of lines) {
    const row = line.split('\t')
    for (let i = 0; i < columns; i++) cells[i]?.push(row[i] === '\\N' ? 'NULL' : (row[i] ?? 'NULL'))
  }
  return cells.map((column) => `{${column.join()}}`)
}

/** The whole lines of a stream of text, in blocks; the rest of one chunk goes with the next. */
export async function* blocksOf(stream: AsyncIterable<Uint8Array>): AsyncGenerator<string[]> {
  const decoder = new TextDecoder()
  let rest = ''
  let block: string[] = []
  for await (const chunk of stream) {
    const lines = (rest + decoder.decode(chunk, { stream: true })).split('\n')
    rest = lines.pop() ?? ''
    block = block.length === 0 ? lines : [...block, ...lines]
    if (block.length < BLOCK) continue
    yield block
    block = []
  }
  if (rest !== '') block.push(rest)
  if (block.length > 0) yield block
}

/** Lines of one block, at least, where there are more. */
const BLOCK = 20_000
