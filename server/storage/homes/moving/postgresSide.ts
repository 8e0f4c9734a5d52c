import type pg from 'pg'
import { arraysOf } from '../clickhouse/lines.ts'
import { columnsOf, insertRows, TABLES, type TableName } from '../clickhouse/tables.ts'
import { makePartition, partitionAt } from '../postgres/partitions.ts'
import { dayOf, figuresOf, figuresSql, nodesOf, POSTGRES, pieceCondition, type Figures } from './figures.ts'
import type { Side } from './side.ts'
import type { Span } from './spans.ts'

/** About how many rows are fetched at once. */
const ROWS = 50_000

/** Reads rows as lists of texts, as the database writes them. */
async function textsOf(pool: pg.Pool, text: string, values: readonly unknown[] = []): Promise<string[][]> {
  const types = { getTypeParser: () => String }
  const { rows } = await pool.query<string[]>({ text, values: [...values], rowMode: 'array', types })
  return rows
}

/** A history that lies in PostgreSQL with the records. `began`: when the move began, epoch ms. */
export const postgresSide = (pool: pg.Pool, began: number): Side => ({
  name: 'PostgreSQL',
  days: async (table) => {
    const rows = await textsOf(pool, `select ${dayOf(table, POSTGRES)} as day, count(*) from ${table} group by 1`)
    return new Map(rows.map(([day, count]) => [Number(day), Number(count)]))
  },
  figures: async (table, span) => figuresOf(await textsOf(pool, figuresText(table, span))),
  read: (table, span, figures) => read(pool, table, { span, figures, began }),
  write: async (table, span, lines) => {
    // A piece lies within a month.
    if (table === 'history') await makePartition(pool, partitionAt(span.from))
    await pool.query(insertRows(table), arraysOf(lines, columnsOf(table).length))
  },
  clear: async (table, span) => void (await pool.query(`delete from ${table} where ${pieceCondition(table, span)}`)),
})

/**
 * Returns the query of the figures of a piece. No index begins with the time: the query finds nodes by stepping through
 * the key, in the month of the piece, and reads each node's rows by the key. So a day of a large month costs a day's
 * work.
 */
function figuresText(table: TableName, span: Span): string {
  const { from, until } = partitionAt(span.from)
  const month = table === 'history' ? pieceCondition(table, { from, until }) : 'true'
  const next = (where: string) =>
    `select device_id, nodemap_id from ${table} where ${where} and ${month} order by device_id, nodemap_id limit 1`
  return `
    with recursive series as (
      (${next('true')})
      union all
      select node.* from series as known cross join lateral (${next('(device_id, nodemap_id) > (known.device_id, known.nodemap_id)')}) as node
    )
    select own.* from series cross join lateral (
      select ${dayOf(table, POSTGRES)}, series.device_id, series.nodemap_id, ${figuresSql(table, POSTGRES)} from ${table}
      where device_id = series.device_id and nodemap_id = series.nodemap_id and ${pieceCondition(table, span)} group by 1
    ) as own`
}

/**
 * Reads the rows of a piece, some nodes at a time, as PostgreSQL's own texts: a number is written so that it reads back
 * the same.
 */
async function* read(
  pool: pg.Pool,
  table: TableName,
  { span, figures, began }: { span: Span; figures: Figures; began: number },
): AsyncGenerator<string[]> {
  const columns = Object.entries(TABLES[table].columns).map(([column, kind]) =>
    kind === 'maybe' ? String.raw`coalesce(own.${column}::text, '\N')` : `own.${column}`,
  )
  const text = `
    select concat_ws(E'\\t', ${columns.join(', ')}, ${rankOf(table, began)}) from unnest($1::bigint[], $2::bigint[]) as series (device, node)
    cross join lateral (select * from ${table} where device_id = series.device and nodemap_id = series.node and ${pieceCondition(table, span)}) as own
    ${table === 'history' ? amended(span) : ''}`
  for (const nodes of batchesOf(nodesOf(figures))) {
    const rows = await textsOf(pool, text, [nodes.map(({ device }) => device), nodes.map(({ node }) => node)])
    yield rows.map(([line = '']) => line)
  }
}

/** Joins the times at which amending values were received, which their revisions hold. */
const amended = (span: Span): string => `
    left join (
      select device_id, nodemap_id, ts, max(received_at) as received from historyrevision where stands = 1 and ${pieceCondition('history', span)} group by 1, 2, 3
    ) as amended using (device_id, nodemap_id, ts)`

/**
 * Returns the rank that ordinary writing would have given a row (decision 0019), as far as it is known: when a first
 * value came is unknown, except that it was before the move began. A first value that comes after the move ranks below
 * a moved one; a later amendment, rollup or last value ranks above the moved one.
 */
const rankOf = (table: TableName, began: number): string =>
  ({
    history: `coalesce(amended.received, ${-began})`,
    lastvalue: `least(own.ts, ${began})`,
    rollup: String(began * 1000),
  })[table]

/** Groups nodes so that the rows of each group are about as many as are fetched at once. */
function batchesOf<T extends { rows: number }>(nodes: readonly T[], most = ROWS): T[][] {
  const batches: { nodes: T[]; rows: number }[] = []
  for (const node of nodes) {
    const last = batches.at(-1)
    if (last && last.rows + node.rows <= most) {
      last.nodes.push(node)
      last.rows += node.rows
    } else batches.push({ nodes: [node], rows: node.rows })
  }
  return batches.map((batch) => batch.nodes)
}
