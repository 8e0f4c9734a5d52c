/** One table of figures. `aim` says the aim in words; rows are printed as they are. */
export interface Table {
  title: string
  /** How it was measured, in a sentence. */
  how?: string
  aim?: string
  columns: readonly string[]
  rows: readonly (readonly (string | number)[])[]
}

/** The default export of a bench file. */
export type Bench = () => Promise<readonly Table[]>

/** Formats the table as Markdown, with columns of equal width so that it reads well in a terminal too. */
export function markdown({ title, how, aim, columns, rows }: Table): string {
  const cells = [columns, ...rows].map((row) => row.map(String))
  const widths = columns.map((_, index) => Math.max(...cells.map((row) => row[index]?.length ?? 0), 3))
  const line = (row: readonly string[]): string =>
    `| ${widths.map((width, index) => (index === 0 ? (row[index] ?? '').padEnd(width) : (row[index] ?? '').padStart(width))).join(' | ')} |`
  const [head = [], ...body] = cells
  const rule = `|${widths.map((width, index) => (index === 0 ? '-'.repeat(width + 2) : `${'-'.repeat(width + 1)}:`)).join('|')}|`
  return [
    `## ${title}`,
    '',
    ...(how ? [how, ''] : []),
    line(head),
    rule,
    ...body.map(line),
    '',
    ...(aim ? [`Aim: ${aim}`, ''] : []),
  ].join('\n')
}

/** Returns the median. */
export function median(values: readonly number[]): number {
  const sorted = [...values].sort((a, b) => a - b)
  const middle = Math.floor(sorted.length / 2)
  const [low = NaN, high = NaN] = [sorted[middle - (sorted.length % 2 === 0 ? 1 : 0)], sorted[middle]]
  return (low + high) / 2
}

/** Formats 12345.678 as "12,346", 3.14159 as "3.14". */
export const figure = (value: number): string =>
  value.toLocaleString('en', { maximumFractionDigits: value >= 100 ? 0 : value >= 10 ? 1 : 2 })
