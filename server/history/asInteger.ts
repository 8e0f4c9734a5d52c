import { sql, type RawBuilder } from 'kysely'

/**
 * Casts a number of a query to an integer. SQLite's driver sends every number as a float; keys and buckets need
 * integers.
 */
export const asInteger = (value: number): RawBuilder<number> => sql`cast(${value} as bigint)`
