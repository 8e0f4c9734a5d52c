/** A cell of ClickHouse's TabSeparated format: a number, or \N for null. */
export type Cell = number | string | null

/**
 * Returns a row of TabSeparated. Numbers keep their last digit: both sides write the shortest text that reads back the
 * same.
 */
export const lineOf = (cells: readonly Cell[]): string => cells.map((cell) => cell ?? '\\N').join('\t')

/** Turns rows of TabSeparated into columns, each the text of a PostgreSQL array. */
export function arraysOf(lines: readonly string[], columns: number): string[] {
  const cells: string[][] = Array.from({ length: columns }, () => [])
  for (const line of lines) {
    const row = line.split('\t')
    for (let i = 0; i < columns; i++) cells[i]?.push(row[i] === '\\N' ? 'NULL' : (row[i] ?? 'NULL'))
  }
  return cells.map((column) => `{${column.join()}}`)
}

/** Yields the whole lines of a text stream in blocks; an incomplete line is carried over to the next chunk. */
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

/** Least number of lines of a block; the last one may have fewer. */
const BLOCK = 20_000
