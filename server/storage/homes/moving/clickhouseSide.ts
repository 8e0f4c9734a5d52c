import type { ClickHouse } from '../clickhouse/client.ts'
import { columnsOf, type TableName } from '../clickhouse/tables.ts'
import { CLICKHOUSE, dayOf, figuresOf, figuresSql, timeOf, pieceCondition } from './figures.ts'
import type { Side } from './side.ts'

/** A history that lies in ClickHouse, read as the rows in force. An hour that lost all its values counts as no row. */
export const clickhouseSide = (clickhouse: ClickHouse): Side => ({
  name: `ClickHouse at ${clickhouse.place.name}`,
  days: async (table) => {
    const rows = await clickhouse.rows(
      `select ${dayOf(table, CLICKHOUSE)}, count() from ${standing(table)} group by 1 having count() > 0`,
    )
    return new Map(rows.map(([day, count]) => [Number(day), Number(count)]))
  },
  figures: async (table, span) =>
    figuresOf(
      await clickhouse.rows(
        `select ${dayOf(table, CLICKHOUSE)} as day, device_id, nodemap_id, ${figuresSql(table, CLICKHOUSE)} from ${standing(table)} and ${pieceCondition(table, span)} group by 1, 2, 3`,
      ),
    ),
  read: (table, span) =>
    clickhouse.blocks(
      `select ${columnsOf(table).join(', ')} from ${standing(table)} and ${pieceCondition(table, span)}`,
    ),
  write: (table, _span, lines) => clickhouse.insert(table, lines),
  clear: (table, span) =>
    clickhouse.run(
      timeOf(table) === null ? `truncate table ${table}` : `delete from ${table} where ${pieceCondition(table, span)}`,
    ),
})

const standing = (table: TableName): string => `${table} final where ${table === 'rollup' ? 'count > 0' : 'true'}`
