import { sql, type RawBuilder } from 'kysely'

/** A whole number of a query. SQLite's driver sends every number as a float; keys and buckets need whole ones. */
export const whole = (value: number): RawBuilder<number> => sql`cast(${value} as bigint)`
