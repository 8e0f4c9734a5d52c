import { createHash } from 'node:crypto'
import { DAY } from '../../../../resources/kit/zone.ts'
import { TABLES, type TableName } from '../clickhouse/tables.ts'
import { dayName, type Span } from './spans.ts'

/**
 * What a table holds of each day, by node (`device node`): the number of rows, then sums of every column. A real number
 * is summed as the whole number that its 64 bits make: such a sum has no order and no rounding, and numbers that differ
 * in their last digit give different sums. The last sum weights each row's bits with its time, so that swapped values
 * are noticed too.
 */
export type Figures = ReadonlyMap<number, ReadonlyMap<string, readonly string[]>>

/** How one of the two databases writes the expressions that figures are made of. */
interface Dialect {
  /**
   * The bits of a real number as a whole number; null counts as zero, and the number of non-null values is counted
   * separately.
   */
  bits(column: string): string
  /** The exact sum of whole numbers. */
  sum(expression: string): string
  and(expression: string, mask: number): string
  high(expression: string): string
  xor(a: string, b: string): string
  day(time: string): string
}

export const POSTGRES: Dialect = {
  bits: (column) => `('x' || encode(float8send(coalesce(${column}, 0)), 'hex'))::bit(64)::bigint`,
  sum: (expression) => `sum(${expression})`,
  and: (expression, mask) => `(${expression} & ${mask})`,
  high: (expression) => `(${expression} >> 32)`,
  xor: (a, b) => `(${a} # ${b})`,
  day: (time) => `floor(${time}::float8 / ${DAY})::bigint`,
}

export const CLICKHOUSE: Dialect = {
  bits: (column) => `reinterpretAsInt64(ifNull(${column}, toFloat64(0)))`,
  sum: (expression) => `sum(toInt128(${expression}))`,
  and: (expression, mask) => `bitAnd(${expression}, toInt64(${mask}))`,
  high: (expression) => `bitShiftRight(${expression}, 32)`,
  xor: (a, b) => `bitXor(${a}, ${b})`,
  day: (time) => `toInt64(floor(${time} / ${DAY}))`,
}

const LOW_BITS = 2 ** 32 - 1

/** Returns the column that decides the day of a row; null: all rows of the table count as one day. */
export const timeOf = (table: TableName): string | null =>
  TABLES[table].byMonth ? (TABLES[table].key.at(-1) ?? null) : null

/** Returns the SQL condition for the rows of a piece. */
export function pieceCondition(table: TableName, { from, until }: Pick<Span, 'from' | 'until'>): string {
  const time = timeOf(table)
  return time === null ? 'true' : `${time} >= ${from} and ${time} < ${until}`
}

/** Returns the SQL expression for the day of a row. */
export const dayOf = (table: TableName, dialect: Dialect): string => {
  const time = timeOf(table)
  return time === null ? '0' : dialect.day(time)
}

/** Returns the SQL columns of figures, for rows grouped by day, device and node. */
export function figuresSql(table: TableName, dialect: Dialect): string {
  const { and, high, xor, sum, bits } = dialect
  const columns = Object.entries(TABLES[table].columns).filter(([column]) => !SERIES.has(column))
  const numbers = columns.map(([column, kind]) => (kind === 'whole' || kind === 'time' ? column : bits(column)))
  const known = columns.flatMap(([column, kind]) => (kind === 'maybe' ? `count(${column})` : []))
  const mixed = numbers.map((number) => xor(and(number, LOW_BITS), and(high(number), LOW_BITS))).reduce(xor)
  const weight = `(${timeOf(table) ?? 'ts'} % ${DAY} + 1)`
  return ['count(*)', ...known, ...numbers.map(sum), sum(`${mixed} * ${weight}`)].join(', ')
}

const SERIES: ReadonlySet<string> = new Set(['device_id', 'nodemap_id'])

/** Reads figures from rows of day, device, node and figures, as texts. */
export function figuresOf(rows: Iterable<readonly string[]>): Figures {
  const figures = new Map<number, Map<string, readonly string[]>>()
  for (const [day, device, node, ...cells] of rows) {
    const nodes = figures.get(Number(day)) ?? new Map<string, readonly string[]>()
    figures.set(Number(day), nodes.set(`${device} ${node}`, cells))
  }
  return figures
}

/** Returns how many rows each node has, over all days. */
export function nodesOf(figures: Figures): { device: number; node: number; rows: number }[] {
  const rows = new Map<string, number>()
  for (const nodes of figures.values())
    for (const [name, [count = '0']] of nodes) rows.set(name, (rows.get(name) ?? 0) + Number(count))
  return [...rows].map(([name, count]) => {
    const [device = 0, node = 0] = name.split(' ').map(Number)
    return { device, node, rows: count }
  })
}

/** Describes the first day and node at which two sides differ; null where they agree. */
export function differenceOf(table: TableName, source: Figures, target: Figures): string | null {
  for (const day of [...new Set([...source.keys(), ...target.keys()])].toSorted((a, b) => a - b)) {
    const [mine, theirs] = [source.get(day), target.get(day)]
    for (const name of new Set([...(mine?.keys() ?? []), ...(theirs?.keys() ?? [])])) {
      const [from, to] = [mine?.get(name) ?? NONE, theirs?.get(name) ?? NONE]
      if (from.join() === to.join()) continue
      const [device, node] = name.split(' ')
      const counts =
        from[0] === to[0]
          ? `${from[0]} rows on both sides that differ`
          : `${from[0]} rows in the source, ${to[0]} in the target`
      return `${table}${timeOf(table) === null ? '' : ` of ${dayName(day)}`}, device ${device}, node ${node}: ${counts}`
    }
  }
  return null
}

const NONE: readonly string[] = ['0']

/** Returns what is stored for a day that was checked: a digest of its figures, which include the number of rows. */
export function digestOf(figures: Figures, day: number): string {
  const nodes = [...(figures.get(day) ?? [])].map(([name, cells]) => `${name} ${cells.join(' ')}`).toSorted()
  return createHash('sha256').update(nodes.join('\n')).digest('hex').slice(0, 24)
}
