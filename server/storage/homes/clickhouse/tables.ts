/**
 * What a column holds: whole numbers, times (whole numbers that grow evenly), real numbers, or real numbers that may be
 * null.
 */
type Kind = 'whole' | 'time' | 'real' | 'maybe'

interface Table {
  /** The key, in sort order. In a table with months, the last column is the time that decides the month. */
  key: readonly string[]
  byMonth: boolean
  columns: Readonly<Record<string, Kind>>
}

const SERIES = { device_id: 'whole', nodemap_id: 'whole' } as const

/** The tables of this home, named as in the database of the records; both databases share these definitions. */
export const TABLES = {
  history: {
    key: ['device_id', 'nodemap_id', 'ts'],
    byMonth: true,
    columns: { ...SERIES, ts: 'time', value: 'real' },
  },
  lastvalue: {
    key: ['device_id', 'nodemap_id'],
    byMonth: false,
    columns: { ...SERIES, ts: 'time', value: 'real' },
  },
  rollup: {
    key: ['device_id', 'nodemap_id', 'hour'],
    byMonth: true,
    columns: {
      ...SERIES,
      hour: 'time',
      min: 'real',
      max: 'real',
      sum: 'real',
      count: 'whole',
      first: 'real',
      last: 'real',
      first_at: 'time',
      last_at: 'time',
      min_at: 'time',
      max_at: 'time',
      sine: 'maybe',
      cosine: 'maybe',
      speed_sine: 'maybe',
      speed_cosine: 'maybe',
      speeds: 'maybe',
      energy: 'maybe',
    },
  },
} as const satisfies Record<string, Table>

export type TableName = keyof typeof TABLES

export const columnsOf = (table: TableName): string[] => Object.keys(TABLES[table].columns)

const CLICKHOUSE: Readonly<Record<Kind, string>> = {
  whole: 'Int64 codec(ZSTD(1))',
  time: 'Int64 codec(DoubleDelta, ZSTD(1))',
  real: 'Float64 codec(ZSTD(1))',
  maybe: 'Nullable(Float64) codec(ZSTD(1))',
}

/**
 * Returns the statement that creates a table. Of several rows of a key the one of the greatest `rank` is in force, in
 * whatever order they came and were merged; inserted rows are on disk when the insert is answered. Months are those of
 * UTC, whatever the server's zone: all rows of a key lie in one partition, so that no read has to merge partitions.
 */
export function makeTable(name: TableName, comment = ''): string {
  const { key, byMonth, columns }: Table = TABLES[name]
  const list = Object.entries(columns).map(([column, kind]) => `${column} ${CLICKHOUSE[kind]}`)
  const month = byMonth ? ` partition by toYYYYMM(fromUnixTimestamp64Milli(${key.at(-1)}, 'UTC'))` : ''
  return `create table if not exists ${name} (${[...list, 'rank Int64 codec(ZSTD(1))'].join(', ')})
engine = ReplacingMergeTree(rank)${month} order by (${key.join(', ')})
settings fsync_after_insert = 1, fsync_part_directory = 1 comment '${comment}'`
}

/** Adds columns to tables that were created before these columns existed. */
export const ADDED = [`alter table rollup add column if not exists energy ${CLICKHOUSE.maybe}`] as const

const POSTGRES: Readonly<Record<Kind, string>> = {
  whole: 'bigint',
  time: 'bigint',
  real: 'double precision',
  maybe: 'double precision',
}

/**
 * Returns the statement that inserts rows, one text of a PostgreSQL array per column, into the table of that name (or
 * `into`, of the same columns); a row that is already there stays.
 */
export function insertRows(name: TableName, into: string = name): string {
  const kinds: readonly Kind[] = Object.values(TABLES[name].columns)
  const arrays = kinds.map((kind, i) => `$${i + 1}::${POSTGRES[kind]}[]`)
  return `insert into ${into} (${columnsOf(name).join(', ')}) select * from unnest(${arrays.join(', ')}) on conflict do nothing`
}
